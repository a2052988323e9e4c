/// The help of a command, as text of no more than 100 columns.
struct Help {
    private let command: Command
    /// The command's own name with the words before it.
    private let path: String

    init(_ command: Command, path: String) {
        self.command = command
        self.path = path
    }

    var text: String {
        let parts = [command.summary, "Usage: \(usage)", commands, options, command.notes]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var usage: String {
        switch command.action {
        case .group: "\(path) COMMAND [OPTIONS] …"
        case .run, .serve: "\(path) [OPTIONS]\(command.operands.isEmpty ? "" : " \(command.operands)")"
        }
    }

    private var commands: String {
        guard case .group(let commands) = command.action, !commands.isEmpty else { return "" }
        return "Commands:\n" + Self.columns(commands.map { ($0.name, $0.summary) })
            + "\n\n'\(path) COMMAND --help' tells more of each."
    }

    private var options: String {
        "Options:\n"
            + Self.columns(
                (command.options + [.help]).map { option in
                    let letter = option.letter.map { "-\($0), " } ?? "    "
                    return ("\(letter)--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
                })
    }

    /// Names to the left, as wide as the widest; what they mean to the right, in lines that fit.
    private static func columns(_ rows: [(name: String, text: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, text in
            let gap = String(repeating: " ", count: width - name.count + 2)
            let indent = "\n" + String(repeating: " ", count: width + 4)
            return "  " + name + gap + lines(text, width: max(20, 96 - width)).joined(separator: indent)
        }.joined(separator: "\n")
    }

    private static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
