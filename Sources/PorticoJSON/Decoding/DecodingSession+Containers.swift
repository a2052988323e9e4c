extension DecodingSession {
    /// A value is no container, or not of this kind.
    @inline(never)
    func noContainer(_ type: any Any.Type, _ name: String, at index: Int) -> DecodingError {
        guard tape[index].kind == .null else { return mismatch(type, at: index) }
        let description = "Cannot get \(name) decoding container -- found null value instead"
        return .valueNotFound(type, DecodingError.Context(codingPath: path(to: index), debugDescription: description))
    }

    /// The decoder of a member; where there is none, that of `null`, as Foundation has it.
    func superDecoder(_ key: any CodingKey, of object: Int) -> any Decoder {
        let index = member(key.stringValue, of: object)
        if index >= 0 { return TapeDecoder(self, at: index) }
        return TapeDecoder(DecodingSession(tape.nothing, settings: settings, prefix: path(to: object) + [key]), at: 0)
    }
}
