/// Media types that a mapping can read.
struct AcceptedTypes: Sendable {
    let types: [MediaType]

    init(_ types: [MediaType]) { self.types = types }

    static let any = AcceptedTypes([.any])

    /// What `Accept` has for them.
    var text: String { types.count == 1 && types[0] == .any ? "*/*" : types.text }
}
