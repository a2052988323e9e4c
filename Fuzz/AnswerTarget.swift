import Foundation

extension FuzzTarget {
    /// JSON with no type: a value that was read is written as JSON that reads as the same value.
    static let jsonValue = FuzzTarget(
        name: "json-value",
        seeds: [
            #"{"n":[0,-0,9007199254740993,18446744073709551615,123456789012345678901234567890,1e400,0.1,-1.5E-7],"s":"x"}"#,
            #"[null,true,{"":"\u0000"}]"#, "1e308",
        ]
    ) { input in
        guard let value = JSONValue(parsing: Data(input)) else { return }
        let written = value.description
        // A number beyond any Double is written as null, so the texts are compared and not the values.
        expectEqual(JSONValue(parsing: Data(written.utf8))?.description, written, "a value written, read and written")
        visit(value)
    }

    /// Asks each number for what it can be.
    private static func visit(_ value: JSONValue) {
        if let number = value.number {
            _ = (number.int, number.exactly(UInt8.self), number.double, number.decimal)
        }
        value.array?.forEach(visit)
        value.object?.values.forEach(visit)
    }

    /// The body of a failed call, of any type and charset: it can be told in a line, and the line is short.
    static let errorBody = FuzzTarget(
        name: "error-body",
        seeds: [
            "application/problem+json\n{\"type\":\"about:blank\",\"title\":\"No\",\"status\":403,\"detail\":\"d\",\"x\":1}",
            "text/html; charset=utf-16\n<p>", "text/plain; charset=latin1\n\u{E9}\r\u{1B}[31m", "\n[1]",
            "application/json\n{\"a\"",
        ]
    ) { input in
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let type = String(decoding: parts[0], as: UTF8.self)
        let head = ResponseHead(status: 400, fields: [.contentType: type])
        let body = ErrorBody(head: head, data: parts.count > 1 ? Data(parts[1]) : Data())
        let line = body.description
        // Some 500 bytes, and each that is no UTF-8 is printed as three.
        expect(line.utf8.count <= 1500, "\(line.utf8.count) bytes")
        expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control in \(line.debugDescription)")
        _ = (body.text, body.problem?.description, body.json?.description)
    }
}
