/// Media types that a mapping can read, with the text that `Accept` has for them.
struct AcceptedTypes: Sendable {
    let types: [MediaType]
    let text: String

    init(_ types: [MediaType]) {
        self.types = types
        text = types.text
    }

    static let any = AcceptedTypes([.any])
}
