/// What a command line asks for, found word by word, and how it is done.
struct Invocation: Sendable {
    /// What the words come to.
    enum Request {
        case help(Command, path: String)
        case version
        case run(Command.Body, Arguments, path: String, serves: Bool)
        /// Wrong words, after those of `path`.
        case wrong(UsageError, path: String)
    }

    private let root: Command
    private let version: String
    private let console: Console

    init(_ root: Command, version: String, console: Console) {
        self.root = root
        self.version = version
        self.console = console
    }

    /// Finds out what the words after the program's name ask for.
    @MainActor
    func request(_ words: [String]) -> Request {
        var (command, path, rest) = (root, root.name, words[...])
        var wantsHelp = false
        while case .group(let commands) = command.action {
            guard let word = rest.popFirst() else {
                let names = commands.map(\.name).joined(separator: ", ")
                return wantsHelp
                    ? .help(command, path: path) : .wrong(UsageError("a command is missing: \(names)"), path: path)
            }
            switch word {
            case "-h", "--help": return .help(command, path: path)
            case "--version" where path == root.name: return .version
            case "help" where path == root.name: wantsHelp = true
            default:
                guard let found = commands.first(where: { $0.name == word }) else {
                    let kind = word.hasPrefix("-") ? "option" : "command"
                    return .wrong(UsageError("there is no \(kind) \(word)"), path: path)
                }
                (command, path) = (found, "\(path) \(word)")
            }
        }
        guard !wantsHelp else { return .help(command, path: path) }
        return read(rest, for: command, path)
    }

    @MainActor
    private func read(_ words: ArraySlice<String>, for command: Command, _ path: String) -> Request {
        do throws(UsageError) {
            let arguments = try Arguments(Array(words), options: command.options + [.help])
            guard !arguments.has(Option.help.name) else { return .help(command, path: path) }
            // Such as comes of a variable that is not set: as a path it would be the present folder.
            guard !arguments.operands.contains("") else {
                throw UsageError("an argument is empty: \(command.operands)")
            }
            guard arguments.operands.count <= command.operandCount.upperBound else {
                let word = arguments.operands[command.operandCount.upperBound]
                throw UsageError("'\(word)' is one argument too many")
            }
            guard arguments.operands.count >= command.operandCount.lowerBound else {
                throw UsageError("an argument is missing: \(command.operands)")
            }
            switch command.action {
            case .run(let body): return .run(body, arguments, path: path, serves: false)
            case .serve(let body): return .run(body, arguments, path: path, serves: true)
            case .group: return .help(command, path: path)
            }
        } catch {
            return .wrong(error, path: path)
        }
    }
}

extension Invocation {
    /// Does what the words ask for. A signal to end cancels what serves, and ends everything else where it stands.
    @MainActor
    func perform(_ words: [String]) async -> ExitCode {
        let request = request(words)
        let interruption = Interruption()
        let work = Task { await perform(request) }
        if case .run(_, _, _, serves: true) = request { interruption.onSignal { work.cancel() } }
        let code = await work.value
        return interruption.signal.map { .ended(by: $0) } ?? code
    }

    private func perform(_ request: Request) async -> ExitCode {
        var place = root.name
        do {
            switch request {
            case .help(let command, let path):
                try console.print(Help(command, path: path).text)
                return .success
            case .version:
                try console.print("\(root.name) \(version)")
                return .success
            case .wrong(let error, let path):
                place = path
                throw error
            case .run(let body, let arguments, let path, _):
                place = path
                return try await body(arguments, console)
            }
        } catch is OutputClosed {
            return .outputClosed
        } catch let error as UsageError {
            console.complain("\(place): \(error.message)\nSee '\(place) --help'.")
            return .usage
        } catch {
            if !Task.isCancelled { console.complain("\(place): \(error)") }
            return .failure
        }
    }
}
