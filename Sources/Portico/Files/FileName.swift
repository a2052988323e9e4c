/// The name of a file in a folder: one component, and never that of another folder or of a hidden file.
package struct FileName: Equatable {
    package let text: String

    /// The most bytes of a name that came from elsewhere. File systems take 255; the rest is for a number.
    static let limit = 200
    /// The bytes of an extension that is kept when a name is cut.
    private static let extensionLimit = 32

    /// A name that the caller gave, as it is.
    init(given text: String) { self.text = text }

    /// What is left of a name that came from elsewhere; nil where that is nothing.
    package init?(untrusted text: String) {
        let component = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last
        guard let component else { return nil }
        var scalars = Substring.UnicodeScalarView(Self.visible(component))
        scalars = scalars.drop { $0 == "." || $0.properties.isWhitespace }
        while let last = scalars.last, last == "." || last.properties.isWhitespace { scalars.removeLast() }
        guard !scalars.isEmpty else { return nil }
        self.text = Self.bounded(String(scalars))
    }

    /// What an answer's file is called: by the server, by the path of the request, or `download`.
    init(of head: ResponseHead, path: String) {
        let proposed = head.fields[.contentDisposition].flatMap { ContentDisposition.filename(in: $0) }
        self =
            proposed.flatMap { FileName(untrusted: $0) } ?? Self.last(of: path) ?? FileName(given: "download")
    }

    /// The name with a number before its extension: `archive (2).tar.gz`.
    func numbered(_ number: Int) -> String {
        let (stem, ending) = Self.split(text)
        return "\(stem) (\(number))\(ending)"
    }

    /// The last segment of an escaped path, which a query may follow.
    private static func last(of path: String) -> FileName? {
        let segment = path.utf8.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/")).last
        guard let segment, let bytes = PercentEncoding.strictlyDecoded(segment) else { return nil }
        return FileName(untrusted: bytes.asUTF8Text)
    }

    /// Without control characters, those that end lines, and those that turn the direction in which the others are
    /// read.
    private static func visible(_ text: some Sequence<Unicode.Scalar>) -> String.UnicodeScalarView {
        var visible = String.UnicodeScalarView()
        for scalar in text {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: continue
            default: if !scalar.properties.isBidiControl { visible.append(scalar) }
            }
        }
        return visible
    }

    /// Cut between characters, in front of the extension.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        let (stem, ending) = split(text)
        var cut = ""
        for character in stem {
            guard cut.utf8.count + character.utf8.count + ending.utf8.count <= limit else { break }
            cut.append(character)
        }
        return cut.isEmpty ? String(text.unicodeScalars.prefix(limit / 4)) : cut + ending
    }

    /// Stem and extension. `.tar.gz` and its like are one.
    private static func split(_ text: String) -> (stem: Substring, ending: Substring) {
        guard let dot = text.lastIndex(of: "."), dot > text.startIndex,
            text[dot...].utf8.count <= extensionLimit
        else { return (text[...], "") }
        let stem = text[..<dot]
        guard stem.lowercased().hasSuffix(".tar"), stem.count > 4 else { return (stem, text[dot...]) }
        let inner = text.index(dot, offsetBy: -4)
        return (text[..<inner], text[inner...])
    }
}
