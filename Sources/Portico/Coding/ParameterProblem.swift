/// Why a value cannot stand where it should, as a clause.
struct ParameterProblem: Error {
    let message: String

    init(_ message: String) { self.message = message }

    static var notFinite: ParameterProblem { ParameterProblem("a number that is not finite") }

    /// What any encoder or `encode(to:)` threw.
    /// - Parameter depth: how many keys of the coding path are named elsewhere.
    init(_ error: any Error, below depth: Int = 0) {
        switch error {
        case let problem as ParameterProblem:
            self = problem
        case EncodingError.invalidValue(let value as any BinaryFloatingPoint, let context) where !value.isFinite:
            self.init("a number that is not finite", at: context.codingPath.dropFirst(depth))
        case EncodingError.invalidValue(_, let context):
            self.init(context.debugDescription, at: context.codingPath.dropFirst(depth))
        default:
            self.init("\(error)")
        }
    }

    private init(_ message: String, at codingPath: some Sequence<any CodingKey>) {
        let path = codingPath.reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : "." + key.stringValue)
        }
        self.message = path.isEmpty ? message : "at '\(path)', \(message)"
    }
}
