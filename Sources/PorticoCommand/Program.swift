import Portico

/// The command `portico`: a mock server, recordings and single requests from a shell.
@main
enum Program {
    /// Every subcommand, in the order in which the help lists them.
    static let command = Command(
        name: "portico",
        summary: "Work with HTTP APIs from a shell: mock servers, recordings, single requests.",
        options: [.flag("version", nil, "Show the version.")],
        notes: """
            Data goes to standard output, everything else to standard error.

            Exit codes: 0 success, 1 failure, 64 wrong usage, 130 ended by Ctrl-C, 143 by SIGTERM,
            141 when whoever reads the output has gone.
            """,
        action: .group([.mock, .send, .record, .archives])
    )

    static func main() async {
        Console.occupyClosedStreams()
        let console = Console()
        let code = await Invocation(command, version: PackageVersion.current, console: console).perform(
            Array(CommandLine.arguments.dropFirst()))
        code.exit()
    }
}
