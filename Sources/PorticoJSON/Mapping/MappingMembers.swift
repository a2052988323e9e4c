public import Portico

extension JSONMap {
    /// The member of this name.
    ///
    /// An optional is nil where it is missing or `null`; a `Patch` tells the two apart.
    @inlinable
    @inline(__always)
    public func callAsFunction<Value: JSONMappable>(_ name: StaticString) throws(MappingError) -> Value {
        let value = member(name)
        if value >= 0 { return try mapped(at: value) }
        guard let value = Value.missing else { throw missing(name) }
        guard isObject else { throw mismatch("an object") }
        return value
    }

    /// The member of this name; another value where it is missing or `null`.
    @inlinable
    public func callAsFunction<Value: JSONMappable>(
        _ name: StaticString, default other: @autoclosure () -> Value
    ) throws(MappingError) -> Value {
        let value = valueIfPresent(name)
        if value >= 0 { return try mapped(at: value) }
        guard isObject else { throw mismatch("an object") }
        return other()
    }

    /// What a function makes of the member of this name. Where it makes nothing, the value is an error.
    @inlinable
    public func callAsFunction<Source: JSONMappable, Value>(
        _ name: StaticString, transform: (Source) -> Value?
    ) throws(MappingError) -> Value {
        try nested(name) { (map: borrowing JSONMap) throws(MappingError) in
            guard let value = transform(try Source(map: map)) else { throw map.unfit(for: Value.self) }
            return value
        }
    }

    /// What a closure makes of the member of this name: of an object in an object, for one.
    @inlinable
    public func nested<Value>(
        _ name: StaticString, _ body: (borrowing JSONMap) throws(MappingError) -> Value
    ) throws(MappingError) -> Value {
        let value = member(name)
        guard value >= 0 else { throw missing(name) }
        let document = document
        var nextName = value &+ 1
        return try withUnsafeMutablePointer(to: &nextName) { (nextName) throws(MappingError) in
            try body(JSONMap(document, value, nextName))
        }
    }
}

extension JSONMap {
    /// The member at the end of a path of names: `map("owner", "address", "city")`.
    ///
    /// An optional is nil where it, or something on the way, is missing or `null`.
    @inlinable
    public func callAsFunction<Value: JSONMappable>(
        _ name: StaticString, _ second: StaticString, _ rest: StaticString...
    ) throws(MappingError) -> Value {
        let value = try member(at: [name, second] + rest)
        if value >= 0 { return try mapped(at: value) }
        guard let value = Value.missing else { throw missing(at: [name, second] + rest) }
        return value
    }

    /// The member at the end of a path of names; another value where it, or something on the way, is missing or `null`.
    @inlinable
    public func callAsFunction<Value: JSONMappable>(
        _ name: StaticString, _ second: StaticString, _ rest: StaticString..., default other: @autoclosure () -> Value
    ) throws(MappingError) -> Value {
        let value = try member(at: [name, second] + rest)
        return value < 0 || isNull(at: value) ? other() : try mapped(at: value)
    }

    @usableFromInline func isNull(at index: Int) -> Bool { tape[index].kind == .null }

    /// The index of the value at the end of a path; -1 where a name or a value on the way is missing.
    @usableFromInline
    func member(at names: [StaticString]) throws(MappingError) -> Int {
        var value = index
        for name in names {
            guard tape[value].kind.isObject else {
                if tape[value].kind == .null { return -1 }
                throw mismatch("an object", at: value)
            }
            var nextName = value + 1
            value = withUnsafeMutablePointer(to: &nextName) { JSONMap(document, value, $0).member(name) }
            if value < 0 { return -1 }
        }
        return value
    }
}
