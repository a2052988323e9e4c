import Foundation

extension FuzzTarget {
    static let secret = "hunter2"

    /// JSON bodies: what is printed whole is the same JSON, but for the values that are hidden.
    static let redactedJSON = FuzzTarget(
        name: "redacted-json",
        seeds: [
            #"{"user":"a","password":"hunter2","nested":[{"accessToken":{"x":["hunter2"]}},1.50]}"#,
            #"[{"pass\u0077ord":"hunter2"}]"#, #"{"password":"hunter2","password":"again"}"#, #" {"token":1} "#,
            #"["https://u:p@h/?token=x","//@"]"#,
        ]
    ) { input in
        var redaction = Redaction.standard
        let data = Data(input)
        guard let whole = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed), !input.contains(0),
            !input.isEmpty
        else { return _ = redaction.body(data, mediaType: .json) }
        let printed = redaction.body(data, mediaType: .json)
        if let printedValue = try? JSONSerialization.jsonObject(with: Data(printed.utf8), options: .fragmentsAllowed) {
            expectEqual(canonical(printedValue), canonical(hidden(whole, redaction)), "a body printed")
        } else {
            expect(printed.hasPrefix("<\(input.count) bytes of "), "neither JSON nor left out: \(printed)")
        }
        redaction.bodyLimit = 16
        let begun = redaction.body(data, mediaType: .json)
        expect(begun.utf8.count < 80, "\(begun.utf8.count) bytes printed, where 16 are the limit")
    }

    static func canonical(_ value: Any) -> String? {
        (try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The value with what stands under a hidden name replaced, and the secrets of URLs in its texts.
    static func hidden(_ value: Any, _ redaction: Redaction) -> Any {
        if let text = value as? String { return redaction.text(text) }
        if let members = value as? [String: Any] {
            return Dictionary(
                uniqueKeysWithValues: members.map { name, value in
                    (name, redaction.bodyNames.contains(name) ? Redaction.replacement : hidden(value, redaction))
                }
            )
        }
        if let elements = value as? [Any] { return elements.map { hidden($0, redaction) } }
        return value
    }

    /// URLs and forms: whatever stands before it, a secret's value is hidden, and user information is.
    static let redactedURL = FuzzTarget(
        name: "redacted-url", seeds: ["a=b&c=d", "x[y]=1;z=2", "q=%26%3D#f", "next=https://u:p@h/?token=x", "%"]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        let redaction = Redaction.standard
        let url = redaction.url("https://h/p?\(text)&access_token=\(secret)")
        expect(!url.contains(secret) || text.contains(secret), "\(url) tells the secret")
        let withUser = redaction.url("https://me:\(secret)@h/\(text)")
        expect(!withUser.contains(secret) || text.contains(secret), "\(withUser) tells the secret")
        let form = redaction.body(Data("\(text)&password=\(secret)".utf8), mediaType: .formURLEncoded)
        expect(!form.contains(secret) || text.contains(secret), "\(form) tells the secret")
    }

    /// Words of a shell: quoted, they are one word, which is the text.
    static let shellQuoting = FuzzTarget(
        name: "shell-quoting", seeds: ["plain", "it's", "$(x) `y` \"z\" \\ !", "'\u{301}", "a\nb", ""]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        expectEqual(unquoted(Array(CurlCommand.quoted(text).utf8)), Array(text.utf8), "a word as a shell reads it")
    }

    /// The one word that a shell makes of bytes; nil where it would make several, or read something into them.
    private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        var word: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "'")) else { return nil }
                word += rest[..<end]
                rest = rest[(end + 1)...]
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                word.append(next)
            case 0...0x20, 0x7F...0xFF: return nil
            default:
                if "\"$`!*?[]{}()<>|&;#~".utf8.contains(byte) { return nil }
                word.append(byte)
            }
        }
        return word
    }
}
