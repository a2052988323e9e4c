extension DecodingSession {
    /// A value is of another kind than the type wants.
    @inline(never)
    func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
        let description = "Expected to decode \(type) but found \(tape[index].kind.name) instead."
        return .typeMismatch(type, DecodingError.Context(codingPath: path(to: index), debugDescription: description))
    }

    /// A value is `null`, or of another kind than the type wants.
    @inline(never)
    func mismatchOrNull(_ type: any Any.Type, at index: Int) -> DecodingError {
        guard tape[index].kind == .null else { return mismatch(type, at: index) }
        let description = "Cannot get value of type \(type) -- found null value instead"
        return .valueNotFound(type, DecodingError.Context(codingPath: path(to: index), debugDescription: description))
    }

    /// A value is of the right kind, and yet none of the type.
    @inline(never)
    func corrupted(_ description: String, at index: Int) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: description))
    }

    /// A number has no room in its type. Which number is not told: it may be a secret.
    @inline(never)
    func unfitting(_ type: any Any.Type, at index: Int) -> DecodingError {
        corrupted("The number is not representable as \(type).", at: index)
    }

    @inline(never)
    func notFound(_ key: any CodingKey, in object: Int) -> DecodingError {
        let description = "No value associated with key \(key) (\"\(key.stringValue)\")."
        return .keyNotFound(key, DecodingError.Context(codingPath: path(to: object), debugDescription: description))
    }

    /// An array has no more elements.
    @inline(never)
    func atEnd(_ type: any Any.Type, of array: Int, index: Int) -> DecodingError {
        let path = path(to: array) + [PathKey.index(index)]
        let description = "Unkeyed container is at end."
        return .valueNotFound(type, DecodingError.Context(codingPath: path, debugDescription: description))
    }
}
