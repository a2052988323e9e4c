/// A word of the command line, with what it takes and does.
struct Command: Sendable {
    enum Action: Sendable {
        /// One of several further words follows.
        case group([Command])
        /// Performed once the options are read. What it throws ends the program with a message and a code of 1, or of 64
        /// where it is a ``UsageError``. Ctrl-C ends the program where it stands, with the code 130: whatever it waits
        /// for, a terminal that gives nothing or a pipe that takes nothing.
        case run(Body)
        /// Performed as others are, until Ctrl-C cancels its task: it has something to do then. Whatever that is, the
        /// code is 130.
        case serve(Body)
    }

    typealias Body = @Sendable (Arguments, Console) async throws -> ExitCode

    let name: String
    /// One line, for the list of all commands.
    let summary: String
    /// What follows the options, as the usage shows it: `FOLDER|FILE.har`.
    var operands = ""
    /// How many of these there may be.
    var operandCount = 0...0
    var options: [Option] = []
    /// What the help says after the options.
    var notes = ""
    let action: Action
}

/// An option of a command. Each has `--help` besides its own.
struct Option: Sendable {
    /// With no dashes.
    let name: String
    let letter: Character?
    /// What its value is called in the help; nil for one that takes none.
    let value: String?
    let help: String

    /// An option that takes no value.
    static func flag(_ name: String, _ letter: Character? = nil, _ help: String) -> Option {
        Option(name: name, letter: letter, value: nil, help: help)
    }

    /// An option that takes a value, and may be given several times.
    static func value(_ name: String, _ letter: Character? = nil, _ value: String, _ help: String) -> Option {
        Option(name: name, letter: letter, value: value, help: help)
    }

    static let help = flag("help", "h", "Show this help.")
}
