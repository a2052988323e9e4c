/// A name that equals only one with the same bytes. Texts are the same to `==` where they mean the same to a reader.
struct ExactName: Hashable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (first: ExactName, second: ExactName) -> Bool { first.text.utf8.elementsEqual(second.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
