#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Redaction {
    /// A body as text that may be printed: JSON and forms with what they hide hidden, anything else described by its
    /// length and type. Never much longer than ``bodyLimit``.
    public func body(_ data: Data, mediaType: MediaType?) -> String {
        guard !data.isEmpty else { return "" }
        guard let text = wholeOrBegun(data, mediaType: mediaType) else { return Self.leftOut(data.count, mediaType) }
        guard text.isWhole else { return "\(text.text)… (\(data.count) bytes in all)" }
        return text.text
    }

    /// `<512 bytes of image/png left out>`
    static func leftOut(_ count: Int, _ mediaType: MediaType?) -> String {
        let type = mediaType.map { "\($0.type)/\($0.subtype)" } ?? "unknown type"
        return "<\(count) bytes of \(type) left out>"
    }

    /// The body as text, or its beginning; nil where it has to be left out.
    func wholeOrBegun(_ data: Data, mediaType: MediaType?) -> (text: String, isWhole: Bool)? {
        let limit = max(0, bodyLimit)
        guard let (bytes, isWhole) = printed(data, mediaType, limit: limit) else { return nil }
        guard bytes.count > limit || !isWhole else { return (bytes.asUTF8Text, true) }
        return (Array(bytes.prefixOfWholeScalars(limit)).asUTF8Text, false)
    }

    /// All that may be printed, or a beginning of it of more than `limit` bytes.
    private func printed(_ data: Data, _ mediaType: MediaType?, limit: Int) -> (bytes: [UInt8], isWhole: Bool)? {
        if self == .nothing { return data.isPrintable ? (Array(data), true) : nil }
        if mediaType?.isForm == true {
            // A value may be long: the whole of it has to go before the text is cut.
            return data.isPrintable ? (form(data), true) : nil
        }
        if mediaType?.isJSON == true || data.looksLikeJSON, let json = json(data, limit: limit) { return json }
        let beginning = data.prefix(limit < .max - 4 ? limit + 4 : limit)
        guard showsOtherText, mediaType?.isText == true, beginning.isPrintable else { return nil }
        return (Array(beginning), beginning.count == data.count)
    }
}

extension MediaType {
    package var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }

    /// Text to be read by people, or XML.
    fileprivate var isText: Bool {
        type == "text" || type == "application" && subtype == "xml" || subtype.hasSuffix("+xml")
    }
}

extension Data {
    /// Servers send JSON under other names; what parses as JSON is redacted as JSON.
    fileprivate var looksLikeJSON: Bool {
        let first = first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// UTF-8, but for a scalar cut at the end, without the controls that a terminal would act on.
    fileprivate var isPrintable: Bool {
        allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            && String(validating: Array(self).prefixOfWholeScalars(count), as: UTF8.self) != nil
    }
}

extension Array<UInt8> {
    /// At most so many bytes, cut between two scalars of its UTF-8.
    func prefixOfWholeScalars(_ count: Int) -> ArraySlice<UInt8> {
        var end = Swift.min(count, self.count)
        // The first byte of the last scalar is at most three before the end.
        let first = self[..<end].suffix(4).lastIndex { $0 & 0xC0 != 0x80 }
        if let first, end - first < self[first].scalarLength { end = first }
        return self[..<end]
    }
}

extension UInt8 {
    /// How many bytes the scalar has that begins with this one.
    fileprivate var scalarLength: Int {
        switch self {
        case 0xF0...0xF4: 4
        case 0xE0...0xEF: 3
        case 0xC2...0xDF: 2
        default: 1
        }
    }
}
