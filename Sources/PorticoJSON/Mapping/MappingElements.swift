public import Portico

/// What becomes of an array's elements that cannot be mapped.
public enum BadElements: Hashable, Sendable {
    /// The array is an error, as any value that cannot be mapped is.
    case refused
    /// They are left out.
    case dropped
}

extension JSONMap {
    /// The array that is the member of this name, with or without its bad elements.
    @inlinable
    public func callAsFunction<Element: JSONMappable>(
        _ name: StaticString, badElements: BadElements
    ) throws(MappingError) -> [Element] {
        try nested(name) { (map: borrowing JSONMap) throws(MappingError) in try map.elements(badElements) }
    }

    /// The elements of an array, with or without the bad ones.
    @inlinable
    public func elements<Element: JSONMappable>(
        _ badElements: BadElements = .refused
    ) throws(MappingError) -> [Element] {
        guard isArray else { throw mismatch("an array") }
        var elements: [Element] = []
        elements.reserveCapacity(RoomAhead.count(for: Element.self, of: elementCount))
        var (next, end) = (index &+ 1, end)
        while next < end {
            switch badElements {
            case .refused: elements.append(try mapped(at: next))
            case .dropped:
                do throws(MappingError) { elements.append(try mapped(at: next)) } catch {}
            }
            next = self.next(after: next)
        }
        return elements
    }

    /// The members of an object. Of a name that comes twice the first one counts.
    @inlinable
    public func members<Value: JSONMappable>() throws(MappingError) -> [String: Value] {
        guard isObject else { throw mismatch("an object") }
        var members: [String: Value] = [:]
        members.reserveCapacity(RoomAhead.count(for: (String, Value).self, of: elementCount))
        var (next, end) = (index &+ 1, end)
        while next < end {
            let name = name(at: next)
            if members[name] == nil { members[name] = try mapped(at: next &+ 1) }
            next = self.next(after: next &+ 1)
        }
        return members
    }
}

extension Array: JSONMappable where Element: JSONMappable {
    /// The elements of an array, in their order; a bad one makes the array bad.
    @inlinable
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.elements() }
}

extension Dictionary: JSONMappable where Key == String, Value: JSONMappable {
    /// The members of an object by name; of several of a name the first counts.
    @inlinable
    public init(map: borrowing JSONMap) throws(MappingError) { self = try map.members() }
}

extension Optional: JSONMappable where Wrapped: JSONMappable {
    /// Nil for `null`.
    @inlinable
    public init(map: borrowing JSONMap) throws(MappingError) { self = map.isNull ? nil : try Wrapped(map: map) }

    /// A member that is missing is nil.
    @inlinable public static var missing: Wrapped?? { .some(nil) }
}

extension Array: PlainMappable where Element: JSONMappable {}
extension Dictionary: PlainMappable where Key == String, Value: JSONMappable {}
extension Optional: PlainMappable where Wrapped: JSONMappable {}
extension Patch: PlainMappable where Value: JSONMappable {}

extension Patch: JSONMappable where Value: JSONMappable {
    /// `null`, or a value.
    @inlinable
    public init(map: borrowing JSONMap) throws(MappingError) { self = map.isNull ? .null : .value(try Value(map: map)) }

    /// A member that is missing is absent.
    @inlinable public static var missing: Patch? { .absent }
}
