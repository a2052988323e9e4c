import Foundation
import Portico
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The head of an answer as the caller gets it, and what it says about the body that follows.
struct AnswerHead {
    var head: ResponseHead
    /// The bytes to come, or nil where that is not known: no length given, or a content encoding undone on the way.
    var expectedLength: Int?
    /// What is wrong with the head, where something is.
    var flaw: TransportError?

    /// The error of a body that has ended with fewer bytes than announced, or nil.
    func shortfall(_ received: Int64) -> TransportError? {
        guard let expectedLength, received < Int64(expectedLength) else { return nil }
        return TransportError(.bodyTruncated, "\(received) of \(expectedLength) bytes arrived")
    }
}

extension AnswerHead {
    /// Reads what URLSession made of a head.
    ///
    /// It keeps fields in a dictionary, so their order is lost and repeated ones are joined; `Set-Cookie`, which is no
    /// list, is taken apart again. Content encodings have been undone below, so what described the encoded body goes.
    init(_ response: HTTPURLResponse, to method: HTTPMethod) {
        let lines = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value.trimmingOptionalWhitespace)
        }
        var fields = HTTPFields()
        fields.reserveCapacity(lines.count)
        for (name, value) in lines.sorted(by: { $0.0 < $1.0 }) {
            let name = HTTPField.Name(name)
            let values = name == .setCookie ? SetCookieLine.split(value) : [value]
            for value in values { fields.append(name, value) }
        }
        self.init(head: ResponseHead(status: HTTPStatus(response.statusCode), fields: fields))
        readFraming(of: method)
    }

    private mutating func readFraming(of method: HTTPMethod) {
        guard method != .head, !head.status.neverHasBody else { return }
        if let encoding = head.fields[.contentEncoding], !Self.isIdentity(encoding) {
            head.fields[.contentEncoding] = nil
            head.fields[.contentLength] = nil
        } else if let length = head.fields[.contentLength] {
            readLength(length)
        }
    }

    /// Equal lengths that were given twice are one (RFC 9112, section 6.3); different ones are an attack.
    private mutating func readLength(_ text: String) {
        let lengths = text.split(separator: ",").map { Int(String($0).trimmingOptionalWhitespace) }
        guard let first = lengths.first, let length = first, length >= 0, lengths.allSatisfy({ $0 == length }) else {
            flaw = TransportError(.malformedResponse, "Content-Length is '\(text)'")
            return
        }
        head.fields[.contentLength] = "\(length)"
        // A transfer coding that is none leaves the length as it was announced.
        if Self.isIdentity(head.fields[.transferEncoding] ?? "") { expectedLength = length }
    }

    private static func isIdentity(_ encoding: String) -> Bool {
        encoding.split(separator: ",").allSatisfy {
            let name = String($0).trimmingOptionalWhitespace.lowercased()
            return name.isEmpty || name == "identity"
        }
    }
}

extension String {
    /// The text without spaces and tabs at either end.
    var trimmingOptionalWhitespace: String {
        guard let first = utf8.first, let last = utf8.last,
            first == 0x20 || first == 0x09 || last == 0x20 || last == 0x09
        else { return self }
        return trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}

extension AnswerHead {
    /// The head of a redirect without a usable `Location`: Foundation on Linux tells it only at the end, and not its
    /// body.
    init(bodiless response: HTTPURLResponse, to method: HTTPMethod) {
        self.init(response, to: method)
        guard flaw == nil, method != .head, !head.status.neverHasBody, expectedLength != 0 else { return }
        flaw = TransportError(
            .bodyTruncated, "URLSession lost the body of a \(head.status.code) without a usable Location")
    }
}
