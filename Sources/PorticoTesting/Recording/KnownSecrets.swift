import Portico

/// Secrets by their values, to be found again where no name tells of them: in a path, in an echo of the request, in
/// text.
///
/// Values of fewer than six bytes are not looked for, since they are found everywhere; those of fewer than eight are
/// looked for as words of their own. At most so many are known at a time; the oldest go first.
struct KnownSecrets {
    static let maximalCount = 4096
    static let minimalLength = 6
    static let maximalLength = 65536

    /// What a secret may look like where it is found, by its first bytes: tokens of a kind begin alike, and there may be
    /// thousands of them.
    private var forms: [UInt64: [[UInt8]]] = [:]
    /// The bytes that some form begins with.
    private var begins = Array(repeating: false, count: 256)
    private var known: Set<String> = []
    private var order: [String] = []

    mutating func learn(_ text: String) {
        guard (Self.minimalLength...Self.maximalLength).contains(text.utf8.count), !Self.plainWords.contains(text),
            !text.contains(Redaction.replacement), !Redaction.replacement.contains(text),
            !ShapeKeeping.escapedReplacement.contains(text), known.insert(text).inserted
        else { return }
        order.append(text)
        for form in Self.forms(of: text) { insert(form) }
        if order.count > Self.maximalCount { forget(order.removeFirst()) }
    }

    mutating func learn(_ secrets: [String]) {
        for secret in secrets { learn(secret) }
    }

    var isEmpty: Bool { known.isEmpty }

    func contains(_ text: String) -> Bool { known.contains(text) }

    /// The bytes with every known secret replaced; nil where there is none.
    func hidden(in bytes: some RandomAccessCollection<UInt8>, by replacement: String) -> [UInt8]? {
        guard !known.isEmpty else { return nil }
        let bytes = Array(bytes)
        var output: [UInt8] = []
        var start = 0
        var position = 0
        while position < bytes.count {
            guard let length = match(in: bytes, at: position) else {
                position += 1
                continue
            }
            output += bytes[start..<position]
            output += replacement.utf8
            position += length
            start = position
        }
        return start == 0 ? nil : output + bytes[start...]
    }

    func hidden(in text: String, by replacement: String = Redaction.replacement) -> String {
        hidden(in: Array(text.utf8), by: replacement).map(\.asUTF8Text) ?? text
    }

    private func match(in bytes: [UInt8], at position: Int) -> Int? {
        guard begins[Int(bytes[position])], let key = Self.key(of: bytes[position...]), let candidates = forms[key]
        else {
            return nil
        }
        for form in candidates {
            let end = position + form.count
            guard end <= bytes.count, bytes[position..<end].elementsEqual(form) else { continue }
            if form.count < 8 {
                if position > 0, bytes[position - 1].isPartOfWord { continue }
                if end < bytes.count, bytes[end].isPartOfWord { continue }
            }
            return form.count
        }
        return nil
    }

    /// As many bytes as every form has.
    private static func key(of bytes: ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= minimalLength else { return nil }
        return bytes.prefix(minimalLength).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func insert(_ form: [UInt8]) {
        guard let first = form.first, let key = Self.key(of: form[...]) else { return }
        begins[Int(first)] = true
        // The longest first, so that nothing of it is left over where a shorter one is its beginning.
        let others = forms[key] ?? []
        forms[key, default: []].insert(form, at: others.firstIndex { $0.count < form.count } ?? others.endIndex)
    }

    private mutating func forget(_ text: String) {
        known.remove(text)
        for form in Self.forms(of: text) {
            guard let key = Self.key(of: form[...]), let index = forms[key]?.firstIndex(of: form) else { continue }
            forms[key]?.remove(at: index)
            if forms[key]?.isEmpty == true { forms[key] = nil }
        }
    }

    /// As it is, and as URLs, forms and JSON write it.
    private static func forms(of text: String) -> [[UInt8]] {
        var forms = [Array(text.utf8)]
        for place in [PercentEncoding.Place.url, .segments, .form] {
            var escaped: [UInt8] = []
            PercentEncoding.append(text, to: &escaped, for: place)
            forms.append(escaped)
        }
        forms.append(Array(JSONValue.string(text).description.utf8.dropFirst().dropLast()))
        return forms.reduce(into: []) { unique, form in
            if !unique.contains(form) { unique.append(form) }
        }
    }

    /// Values of flags that go by a secret's name, and of no use to anyone.
    private static let plainWords: Set<String> = ["secret", "password", "undefined", "string"]
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool { isTokenByte && self != UInt8(ascii: "'") && self != UInt8(ascii: "&") }
}
