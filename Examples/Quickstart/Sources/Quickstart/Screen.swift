import PorticoTesting

/// How the quickstart prints what it shows.
struct Screen {
    let server: MockServer

    func heading(_ text: String) { print("\n\(text)") }

    /// A call as the server received it, and the value that came back.
    func call<Value>(_ value: Value, _ text: (Value) -> String) {
        let request = server.requests.last
        let type = Value.self == Void.self ? "Void" : "\(Value.self)".replacing("Array<Todo>", with: "[Todo]")
        let columns = [pad(request?.method.rawValue, 6), pad(request?.target, 28), "", pad(type, 8), "", text(value)]
        print("  \(columns.joined(separator: " "))")
    }

    /// A style, a call in it, and whether the server saw what it saw of the structs.
    func style(_ title: String, _ text: String, isSame: Bool? = nil) {
        let verdict = isSame.map { $0 ? "the same requests" : "OTHER REQUESTS" } ?? "as above"
        print("  \(pad(title, 18)) \(pad(text, 51)) \(verdict)")
    }

    /// A title and a text, broken at a space before it gets too long.
    func line(_ title: String, _ text: String) {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 76 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append("\(word)")
            }
        }
        for (index, line) in lines.enumerated() { print("  \(pad(index == 0 ? title : "", 18)) \(line)") }
    }

    /// A command of a shell, broken before each of its options but the first.
    func command(_ text: String) {
        let parts = text.split(separator: " --")
        print("  \(parts.prefix(2).joined(separator: " --")) \\")
        print(parts.dropFirst(2).map { "      --\($0)" }.joined(separator: " \\\n"))
    }

    /// What the server received from a request on, but for the order of the fields.
    func requests(since number: Int) -> [String] {
        server.requests.filter { $0.number >= number }.map { request in
            let fields = request.fields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
            return "\(request.method) \(request.target)\n\(fields.joined(separator: "\n"))\n\(request.text)"
        }
    }

    private func pad(_ text: String?, _ width: Int) -> String {
        let text = text ?? ""
        return text + String(repeating: " ", count: max(0, width - text.count))
    }
}
