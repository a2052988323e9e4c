/// Media types that a mapping can read.
struct AcceptedTypes: Sendable {
    let types: [MediaType]

    init(_ types: [MediaType]) { self.types = types }

    static let any = AcceptedTypes([.any])

    /// What `Accept` has for them.
    var text: String { types.count == 1 && types[0].isAny ? "*/*" : types.text }
}

extension MediaType {
    /// Whether it is ``any``, and nothing said of it; short, for most requests accept just that.
    fileprivate var isAny: Bool { type == "*" && subtype == "*" && parameters.isEmpty }
}
