/// What stands for a value that is not there, for the types that have such a thing: nil for an optional, absent for a
/// ``Patch``.
enum Missing {
    static func value<Value>(_ type: Value.Type) -> Value? {
        (type as? any MissingRepresentable.Type)?.missing as? Value
    }
}

private protocol MissingRepresentable {
    static var missing: Self { get }
}

extension Optional: MissingRepresentable {
    fileprivate static var missing: Self { .none }
}

extension Patch: MissingRepresentable {
    fileprivate static var missing: Self { .absent }
}
