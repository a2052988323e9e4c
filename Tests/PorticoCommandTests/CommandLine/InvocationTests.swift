import Testing

@testable import PorticoCommand

/// What words come to, with no process.
@MainActor
@Suite struct InvocationTests {
    private static let tree = Command(
        name: "tool", summary: "A tool.",
        action: .group([
            Command(
                name: "copy", summary: "Copies.", operands: "FROM [TO]", operandCount: 1...2,
                options: [
                    .flag("verbose", "v", "Says more."), .flag("keep", "k", "Keeps it."),
                    .value("field", "H", "NAME: VALUE", "A field."), .value("port", nil, "NUMBER", "A port."),
                    .value("portrait", nil, "FILE", "A picture."),
                ],
                action: .run { _, _ in .success }),
            Command(
                name: "group", summary: "More.",
                action: .group([Command(name: "list", summary: "Lists.", action: .run { _, _ in .success })])),
        ]))

    private func told(_ words: [String]) -> String {
        switch Invocation(Self.tree, version: "1", console: Console()).request(words) {
        case .help(let command, let path): "help \(command.name) of \(path)"
        case .version: "version"
        case .run(_, let arguments, let path, _):
            "\(path): "
                + (arguments.values("field") + arguments.values("port") + arguments.operands).joined(separator: "|")
                + (arguments.has("verbose") ? " v" : "") + (arguments.has("keep") ? " k" : "")
        case .wrong(let error, let path): "\(path): \(error.message)"
        }
    }

    @Test(arguments: [
        (["--help"], "help tool of tool"), (["-h", "x"], "help tool of tool"), (["help"], "help tool of tool"),
        (["--version"], "version"), (["help", "copy"], "help copy of tool copy"),
        (["copy", "--help"], "help copy of tool copy"), (["copy", "a", "-vh"], "help copy of tool copy"),
        (["help", "group", "list"], "help list of tool group list"), (["group", "--help"], "help group of tool group"),
        (["group", "list"], "tool group list: "),
    ])
    func `words name a command, its help or the version`(words: [String], expected: String) {
        #expect(told(words) == expected)
    }

    @Test(arguments: [
        (["a"], "a"), (["a", "b"], "a|b"), (["a", "-v", "b", "-k"], "a|b v k"), (["-vk", "a"], "a v k"),
        (["-H", "A: b", "--field=C: d", "-HE: f", "--field", "", "a"], "A: b|C: d|E: f||a"),
        (["--port=1", "a"], "1|a"), (["--verb", "a"], "a v"), (["--", "-v", "--port"], "-v|--port"), (["-"], "-"),
    ])
    func `options and operands come in any order`(words: [String], expected: String) {
        #expect(told(["copy"] + words) == "tool copy: " + expected)
    }

    @Test(arguments: [
        ([], "tool: a command is missing: copy, group"), (["group"], "tool group: a command is missing: list"),
        (["cpoy"], "tool: there is no command cpoy"), (["-v"], "tool: there is no option -v"),
        (["help", "me"], "tool: there is no command me"),
        (["group", "--version"], "tool group: there is no option --version"),
        (["copy"], "tool copy: an argument is missing: FROM [TO]"),
        (["copy", ""], "tool copy: an argument is empty: FROM [TO]"),
        (["copy", "a", "b", "c"], "tool copy: 'c' is one argument too many"),
        (["copy", "a", "--loud=1"], "tool copy: there is no option --loud"),
        (["copy", "-vx", "a"], "tool copy: there is no option -x"),
        (["copy", "a", "--port"], "tool copy: --port needs a value"),
        (["copy", "a", "-H"], "tool copy: -H needs a value"),
        (["copy", "--verbose=2", "a"], "tool copy: --verbose takes no value"),
        (["copy", "--por", "1", "a"], "tool copy: --por may stand for --port or --portrait"),
    ])
    func `wrong words are told as such`(words: [String], expected: String) {
        #expect(told(words) == expected)
    }

    @Test(arguments: [("0", 0), ("65535", 65535), ("65536", nil), ("-1", nil), ("x", nil), ("", nil), ("1.0", nil)])
    func `a number is whole and in its range`(text: String, expected: Int?) throws {
        let arguments = try Arguments(["--port=\(text)"], options: [.value("port", nil, "N", "")])
        #expect((try? arguments.number("port", in: 0...65535)) == expected)
    }

    @Test func `the help names usage, commands and options, and fits its lines`() throws {
        guard case .group(let commands) = Self.tree.action else { return }
        #expect(
            Help(Self.tree, path: "tool").text == """
                A tool.

                Usage: tool COMMAND [OPTIONS] …

                Commands:
                  copy   Copies.
                  group  More.

                'tool COMMAND --help' tells more of each.

                Options:
                  -h, --help  Show this help.
                """)
        #expect(
            Help(commands[0], path: "tool copy").text == """
                Copies.

                Usage: tool copy [OPTIONS] FROM [TO]

                Options:
                  -v, --verbose            Says more.
                  -k, --keep               Keeps it.
                  -H, --field NAME: VALUE  A field.
                      --port NUMBER        A port.
                      --portrait FILE      A picture.
                  -h, --help               Show this help.
                """)
        let long = Command(
            name: "x", summary: "", options: [.flag("y", nil, String(repeating: "word ", count: 60))],
            action: .run { _, _ in .success })
        #expect(Help(long, path: "x").text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
