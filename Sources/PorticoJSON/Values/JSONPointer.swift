/// A way to a value in a document, as RFC 6901 writes it: `/orders/0/total`.
///
/// The empty pointer is the document itself. In a name `~0` stands for `~` and `~1` for `/`.
public struct JSONPointer: Hashable, Sendable {
    /// The names and element numbers on the way, unescaped.
    public let tokens: [String]

    /// A way over these names and element numbers.
    public init(tokens: [String]) { self.tokens = tokens }

    /// Reads a pointer; nil for a text that does not begin with `/`, unless it is empty, and for a `~` before
    /// anything but `0` and `1`.
    public init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    private static func unescaped(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = part.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A way that goes on from this one.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// The number of an element that a token means: digits, with no zero before others (RFC 6901, section 4).
    static func element(_ token: String) -> Int? {
        let digits = token.utf8
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.count == 1 || digits.first != 0x30 else {
            return nil
        }
        return Int(token)
    }
}

extension JSONPointer: LosslessStringConvertible {
    /// The pointer as RFC 6901 writes it, with `~0` and `~1` in its names.
    public var description: String {
        tokens.map { "/" + Self.escaped($0) }.joined()
    }

    private static func escaped(_ token: String) -> String {
        var text = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
