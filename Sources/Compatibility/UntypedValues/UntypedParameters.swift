import Foundation
package import Portico

extension [String: Any] {
    /// The values as JSON.
    package var untyped: [String: UntypedValue] { mapValues { UntypedValue($0) } }
}

extension RequestValues {
    /// The values of a dictionary, by name, so that the same ones always make the same bytes. Null goes out as the
    /// style has nil.
    package init(_ values: [String: UntypedValue]) {
        self.init()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value.isNull ? nil : value) }
    }

    /// The values of a dictionary, by name.
    package init(untyped values: [String: Any]) { self.init(values.untyped) }
}

extension RequestPath {
    /// A path as it was put together of text: what cannot stand in a URL is escaped, and what is escaped stays so.
    package init(unescaped text: String) {
        var bytes: [UInt8] = []
        let utf8 = Array(text.utf8)
        for (index, byte) in utf8.enumerated() {
            let isKept =
                switch byte {
                case UInt8(ascii: "/"), UInt8(ascii: "?"): true
                case UInt8(ascii: "%"): utf8[(index + 1)...].prefix(2).filter(\.isHexDigit).count == 2
                default: byte.isLetterOrDigit || Self.punctuation.contains(byte)
                }
            if isKept {
                bytes.append(byte)
            } else {
                bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            }
        }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    private static let punctuation = Set("-._~!$&'()*+,;=:@".utf8)
}
