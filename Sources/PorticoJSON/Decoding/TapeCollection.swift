/// A collection that is made at one stroke: its size is known, and no container is asked for each element.
protocol TapeCollection {
    /// Reads a value of this type, and initializes the memory at the place with it.
    static func read(_ session: DecodingSession, at index: Int, into place: UnsafeMutableRawPointer) throws
}

extension Array: TapeCollection where Element: Decodable {
    static func read(_ session: DecodingSession, at index: Int, into place: UnsafeMutableRawPointer) throws {
        let array = try session.array(at: index) { try session.value(Element.self, at: $0) }
        place.initializeMemory(as: Self.self, to: array)
    }
}

extension DecodingSession {
    /// The elements of an array, each read by the function.
    @inline(__always)
    func array<Element>(at index: Int, _ read: (Int) throws -> Element) throws -> [Element] {
        guard tape[index].kind == .array else { throw noContainer([Any].self, "unkeyed", at: index) }
        let count = tape.elementCount(of: index)
        guard count == RoomAhead.count(for: Element.self, of: count) else { return try longArray(at: index, read) }
        return try Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
            var element = index + 1
            while initializedCount < count {
                try buffer.initializeElement(at: initializedCount, to: read(element))
                initializedCount += 1
                element = tape.next(after: element)
            }
        }
    }
}

extension DecodingSession {
    /// The same for one that takes much room.
    private func longArray<Element>(at index: Int, _ read: (Int) throws -> Element) throws -> [Element] {
        var (elements, element, end) = ([Element](), index + 1, tape.end(of: index))
        while element < end {
            elements.append(try read(element))
            element = tape.next(after: element)
        }
        return elements
    }

    /// The same for numbers, of which many arrays have two or three: zeros are laid out first, since an array that is not initialized
    /// looks its type up each time.
    @inline(__always)
    func numbers<Number: Numeric>(at index: Int, _ read: (Int) throws -> Number) throws -> [Number] {
        guard tape[index].kind == .array else { throw noContainer([Any].self, "unkeyed", at: index) }
        var numbers = [Number](repeating: 0, count: tape.elementCount(of: index))
        var element = index + 1
        for place in numbers.indices {
            numbers[place] = try read(element)
            element = tape.next(after: element)
        }
        return numbers
    }
}

extension Dictionary: TapeCollection where Key == String, Value: Decodable {
    static func read(_ session: DecodingSession, at index: Int, into place: UnsafeMutableRawPointer) throws {
        let tape = session.tape
        let kind = tape[index].kind
        guard kind.isObject else { throw session.noContainer([String: Any].self, "keyed", at: index) }
        session.takeNamesAsData(of: index)
        let room = RoomAhead.count(for: (String, Value).self, of: tape.elementCount(of: index))
        var values = Dictionary(minimumCapacity: room)
        let end = tape.end(of: index)
        var member = index + 1
        while member < end {
            let word = tape[member]
            let name = tape.text(of: word) ?? ""
            // Of several members of a name the first counts. Names with other bytes can be the same beyond ASCII.
            let isNew = kind == .object && word.kind == .plain || values[name] == nil
            if isNew { values[name] = try session.value(Value.self, at: member + 1) }
            member = tape.next(after: member + 1)
        }
        place.initializeMemory(as: Self.self, to: values)
    }
}

extension Optional: TapeCollection where Wrapped: Decodable {
    static func read(_ session: DecodingSession, at index: Int, into place: UnsafeMutableRawPointer) throws {
        let isNull = session.tape[index].kind == .null
        place.initializeMemory(as: Self.self, to: isNull ? nil : try session.value(Wrapped.self, at: index))
    }
}
