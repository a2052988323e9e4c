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

    /// What a secret may look like where it is found, by the first byte.
    private var forms: [[[UInt8]]] = Array(repeating: [], count: 256)
    private var known: Set<String> = []
    private var order: [String] = []

    mutating func learn(_ text: String) {
        guard (Self.minimalLength...Self.maximalLength).contains(text.utf8.count), !Self.plainWords.contains(text),
            !text.contains(Redaction.replacement), known.insert(text).inserted
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
        for form in forms[Int(bytes[position])] {
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

    private mutating func insert(_ form: [UInt8]) {
        guard let first = form.first else { return }
        // The longest first, so that nothing of it is left over where a shorter one is its beginning.
        let index = forms[Int(first)].firstIndex { $0.count < form.count } ?? forms[Int(first)].endIndex
        forms[Int(first)].insert(form, at: index)
    }

    private mutating func forget(_ text: String) {
        known.remove(text)
        for form in Self.forms(of: text) {
            if let first = form.first, let index = forms[Int(first)].firstIndex(of: form) {
                forms[Int(first)].remove(at: index)
            }
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
