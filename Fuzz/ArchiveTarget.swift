import Foundation

extension FuzzTarget {
    /// Archives of any origin: one is read or refused, and what was read is written, hidden and given again without harm.
    static let archive = FuzzTarget(
        name: "archive",
        seeds: [
            archive(#"{"method":"GET","url":"http://h/?a=b"}"#, #"{"status":200}"#),
            archive(
                #"{"method":"PUT","url":"http://h","bodySize":2,"postData":{"mimeType":"a/b","text":"\u00ff\u0000"}}"#,
                #"{"status":200,"content":{"size":3,"text":"AAEC","encoding":"base64"}}"#),
            archive(
                #"{"method":"GET","url":"http://h","headers":[{"name":"cookie","value":"a=b; c"}]}"#,
                #"{"status":200,"headers":[{"name":"set-cookie","value":"a=123456; Path=/\nb=c"}]}"#),
            #"{"log":{"version":"1.1","entries":[],"pages":[{"startedDateTime":"2026-01-01T00:00:00Z"}],"_x":[{}]}}"#,
            "{\"log\":{\"entries\":[[[[",
        ]
    ) { input in
        guard let archive = try? HTTPArchive(Data(input)) else { return }
        guard let written = try? archive.data() else { return expect(false, "what was read cannot be written") }
        guard let again = try? HTTPArchive(written) else { return expect(false, "what was written cannot be read") }
        expectEqual(try? again.data(), written, "an archive that was read and written")
        for entry in archive.entries {
            _ = try? entry.httpRequest()
            guard let response = try? entry.httpResponse() else { continue }
            for field in response.fields {
                expect(field.value.utf8.allSatisfy(\.isFieldValueByte), "a field that forges another: \(field)")
            }
        }
        let redacted = archive.redacted()
        expectEqual(redacted.entries.count, archive.entries.count, "the number of entries")
        var machine = ReplayMachine(redacted, .loose, .standard)
        for entry in archive.entries { _ = machine.take(entry.request) }
    }

    private static func archive(_ request: String, _ response: String) -> String {
        let start = #"{"log":{"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":"#
        return start + request + #","response":"# + response + "}]}}"
    }

    /// Bodies of every type: the secret in one goes, JSON stays JSON of the same shape.
    static let recordedBody = FuzzTarget(
        name: "recorded-body",
        seeds: [
            #"0{"a":[1,{"token":["x",2,true,null]}],"b":"{\"pwd\":\"x\"}"}"#, "1a=b&password=c&c[token]=d%20e",
            "2--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx\r\n--b--\r\n",
            "3data: {\"a\":1}\n\ntext",
            "4plain", #"0{"next":"https://u:p@h/?token=x"}"#,
        ]
    ) { input in
        guard let first = input.first else { return }
        let types = [
            "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b",
            "text/event-stream", "image/png",
        ]
        let type = types[Int(first) % types.count]
        let body = Array(input.dropFirst())
        let mediaType = MediaType(type)
        var keeping = ShapeKeeping(.standard)
        guard let hidden = keeping.body(body, mediaType) else { return }
        let value = JSONValue(parsing: Data(body))
        if mediaType?.isJSON == true, let value {
            guard let rewritten = JSONValue(parsing: Data(hidden)) else { return expect(false, "it is JSON no more") }
            expect(hasShape(rewritten, of: value), "\(value) became \(rewritten)")
        }
        // A secret that is known goes from wherever it stands.
        var known = KnownSecrets()
        known.learn("hunter2-hunter2")
        let marked = body + Array(" hunter2-hunter2 ".utf8)
        let scrubbed = known.hidden(in: marked, by: "x") ?? marked
        expect(Data(scrubbed).firstRange(of: Data("hunter2-hunter2".utf8)) == nil, "a secret is left")
    }

    /// Whether two values differ in nothing but strings, numbers and flags.
    private static func hasShape(_ value: JSONValue, of other: JSONValue) -> Bool {
        switch (value, other) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string): true
        case (.array(let value), .array(let other)):
            value.count == other.count && zip(value, other).allSatisfy { hasShape($0, of: $1) }
        case (.object(let value), .object(let other)):
            value.count == other.count
                && value.allSatisfy { name, value in other[name].map { hasShape(value, of: $0) } ?? false }
        default: false
        }
    }
}
