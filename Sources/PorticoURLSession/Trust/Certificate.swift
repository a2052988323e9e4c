import Foundation
import Portico

/// A certificate, in DER (X.509, RFC 5280).
struct Certificate {
    let der: Data

    /// The certificates of a text in PEM (RFC 7468); nil where one of them is cut or is no Base64.
    static func all(inPEM pem: Data) -> [Certificate]? {
        let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
        var found: [Certificate] = []
        for part in String(decoding: pem, as: UTF8.self).components(separatedBy: begin).dropFirst() {
            let pieces = part.components(separatedBy: end)
            guard pieces.count == 2 else { return nil }
            let text = pieces[0].filter { !$0.isWhitespace }
            guard let der = Data(base64Encoded: text), !der.isEmpty else { return nil }
            found.append(Certificate(der: der))
        }
        return found
    }

    /// The public key as the certificate has it (SubjectPublicKeyInfo), whatever its kind; nil where there is none.
    var publicKeyInfo: Data? {
        var outermost = DERReader(der)
        guard let certificate = outermost.next(DERReader.sequence) else { return nil }
        var parts = DERReader(certificate.content)
        guard let signed = parts.next(DERReader.sequence) else { return nil }
        var fields = DERReader(signed.content)
        // The version stands there only where it is not the first.
        _ = fields.next(DERReader.version)
        guard
            fields.next(DERReader.integer) != nil, // serial number
            fields.next(DERReader.sequence) != nil, // signature
            fields.next(DERReader.sequence) != nil, // issuer
            fields.next(DERReader.sequence) != nil, // validity
            fields.next(DERReader.sequence) != nil, // subject
            let key = fields.next(DERReader.sequence)
        else { return nil }
        return key.whole
    }
}

extension Set<TLSPin> {
    /// Whether one of the pins is in the chain.
    func match(_ chain: [Certificate]) -> Bool {
        chain.contains { certificate in
            if contains(.certificate(sha256: Data(SHA256.hash(of: certificate.der)))) { return true }
            return certificate.publicKeyInfo.map { contains(.publicKey(sha256: Data(SHA256.hash(of: $0)))) } ?? false
        }
    }
}

/// Reads one value of DER after the other (X.690), as far as a certificate needs it. Nothing in it is believed.
private struct DERReader {
    static let integer: UInt8 = 0x02, sequence: UInt8 = 0x30, version: UInt8 = 0xA0

    struct Value {
        var whole: Data
        var content: Data
    }

    private var rest: Data

    init(_ bytes: Data) { rest = bytes }

    /// The next value, where it has that tag and is whole.
    mutating func next(_ tag: UInt8) -> Value? {
        var bytes = rest
        guard bytes.popFirst() == tag, let length = Self.length(&bytes), length <= bytes.count else { return nil }
        let content = bytes.prefix(length)
        let whole = rest.prefix(rest.count - bytes.count + length)
        rest = bytes.dropFirst(length)
        return Value(whole: whole, content: content)
    }

    /// At most four bytes of length, which no certificate reaches.
    private static func length(_ bytes: inout Data) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
