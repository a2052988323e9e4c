public import Portico

extension JSONMap {
    @inline(never)
    @usableFromInline
    func missing(_ name: StaticString) -> MappingError { missing(at: [name]) }

    /// Something on a path is missing; told is the first that is.
    @inline(never)
    @usableFromInline
    func missing(at names: [StaticString]) -> MappingError {
        guard isObject else { return mismatch("an object") }
        var (value, path) = (index, self.path(to: index))
        for name in names {
            path.append(.member("\(name)"))
            var nextName = value + 1
            let member = withUnsafeMutablePointer(to: &nextName) { JSONMap(document, value, $0).member(name) }
            if member < 0 {
                if tape[value].kind.isObject { break }
                return .unmappable(
                    UnmappableValue(
                        path: path.dropLast(), reason: .mismatch(expected: "an object", found: tape[value].kind.name)))
            }
            value = member
        }
        return .unmappable(UnmappableValue(path: path, reason: .missing))
    }

    /// The value is of another kind than is expected.
    @inline(never)
    public func mismatch(_ expected: String) -> MappingError { mismatch(expected, at: index) }

    @inline(never)
    func mismatch(_ expected: String, at index: Int) -> MappingError {
        let reason = UnmappableValue.Reason.mismatch(expected: expected, found: tape[index].kind.name)
        return .unmappable(UnmappableValue(path: path(to: index), reason: reason))
    }

    /// The value is none of a type: an error for what a mapping finds out itself. It tells the kind of the value, and not
    /// the value, which may be a secret.
    @inline(never)
    public func unfit(for type: Any.Type) -> MappingError {
        .unmappable(UnmappableValue(path: path(to: index), reason: .unfit("\(word.kind.nameOfThis) is no \(type)")))
    }

    /// The value is no number, or none of this type.
    @inline(never)
    func noNumber(_ type: Any.Type) -> MappingError { word.kind.isNumber ? unfit(for: type) : mismatch("\(type)") }

    /// Something in the value cannot be told.
    func error(_ error: JSONSyntaxError, in type: Any.Type) -> MappingError {
        .unmappable(UnmappableValue(path: path(to: index), reason: .unfit("\(error)")))
    }

    private func path(to index: Int) -> [UnmappableValue.Step] { Self.steps(document.pointee.path(to: index)) }

    static func steps(_ path: [any CodingKey]) -> [UnmappableValue.Step] {
        path.map { key in key.intValue.map { .element($0) } ?? .member(key.stringValue) }
    }

    /// What a decoder threw for the value.
    func error(_ error: any Error) -> MappingError {
        switch error {
        case let error as MappingError: error
        case DecodingError.keyNotFound(let key, let context):
            .unmappable(UnmappableValue(path: Self.steps(context.codingPath + [key]), reason: .missing))
        case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context):
            .unmappable(UnmappableValue(path: Self.steps(context.codingPath), reason: .unfit(context.debugDescription)))
        default: .unmappable(UnmappableValue(path: path(to: index), reason: .unfit("\(error)")))
        }
    }
}
