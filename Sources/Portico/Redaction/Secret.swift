/// A text that is never printed, not by `dump` either.
struct Secret: Hashable, Sendable {
    let value: String

    init(_ value: String) { self.value = value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { Redaction.replacement }
    var debugDescription: String { Redaction.replacement }
    var customMirror: Mirror { Mirror(self, children: []) }
}
