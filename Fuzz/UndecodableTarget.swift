import Foundation

private struct Repo: Decodable {
    struct Owner: Decodable {
        let login: String
        let password: Int?
    }

    let id: Int
    let owner: Owner
    let tags: [String]?
    let created: Date?
    let token: [String: Int]?
}

extension FuzzTarget {
    /// Bodies that are not what was declared: the error is told, shortly, and what is hidden stays so.
    static let undecodable = FuzzTarget(
        name: "undecodable",
        seeds: [
            #"[{"id":1,"owner":{"login":42,"password":"hunter2"},"tags":["a",null]}]"#, #"[{"id":1.5,"owner":{}}]"#,
            #"[{"id":9,"owner":{"login":"x"},"token":{"x":"hunter2"},"created":"yesterday"}]"#, #"[{"id":1,"#,
        ]
    ) { input in
        let data = Data(input)
        do {
            _ = try FoundationJSON().decode([Repo].self, from: data)
        } catch {
            let text = UndecodableBody(error, data: data, type: [Repo].self).description
            // Each byte that is no UTF-8 is printed as three.
            expect(text.utf8.count <= 2000, "\(text.utf8.count) bytes: \(text)")
            expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control in \(text.debugDescription)")
            if hidesAllSecrets(data) { expect(!text.contains(secret), "\(text) tells the secret") }
        }
    }

    /// Whether the secret stands in JSON, and there under hidden names only.
    private static func hidesAllSecrets(_ data: Data) -> Bool {
        guard !data.contains(0), let value = try? JSONSerialization.jsonObject(with: data),
            let shown = canonical(value), let hidden = canonical(hidden(value, Redaction.standard))
        else { return false }
        let count = String(decoding: data, as: UTF8.self).ranges(of: secret).count
        // The names on the way to a value are told, those below a hidden one too.
        guard !names(in: value).contains(where: { $0.contains(secret) }) else { return false }
        return !hidden.contains(secret) && count > 0 && count == shown.ranges(of: secret).count
    }

    private static func names(in value: Any) -> [String] {
        if let members = value as? [String: Any] { return members.keys + members.values.flatMap(names) }
        return (value as? [Any])?.flatMap(names) ?? []
    }
}
