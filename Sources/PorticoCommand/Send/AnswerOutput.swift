#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting

/// Where the answer goes, and in which form.
struct AnswerOutput {
    static let options: [Option] = [
        .flag("include", "i", "Put the status and the fields of the answer before its body."),
        .flag("pretty", "p", "Indent JSON, as is done on a terminal."),
        .flag("raw", "r", "Leave the body as it is, on a terminal too."),
        .value("output", "o", "FILE", "Put the body into a file."),
        .value("max-size", nil, "BYTES", "The largest body that is taken; 64 MiB unless given."),
        .flag("timings", "t", "Tell how long each phase of each attempt took."),
        .flag("check-status", "c", "Exit with 3, 4 or 5 where the status is no success."),
    ]

    private let console: Console
    private let file: String?
    private let includesHead: Bool
    private let isIndented: Bool
    /// Whether bytes may go to a terminal that are no text.
    private let isRaw: Bool

    init(_ arguments: Arguments, _ console: Console) throws {
        guard !(arguments.has("pretty") && arguments.has("raw")) else {
            throw UsageError("--pretty and --raw are opposites")
        }
        self.console = console
        file = arguments.value("output")
        includesHead = arguments.has("include")
        isRaw = arguments.has("raw")
        isIndented = arguments.has("pretty") || !isRaw && file == nil && console.isTerminal
    }

    func write(_ response: HTTPResponse) throws {
        if includesHead {
            let lines = response.fields.map { "\($0.name): \($0.value)" }
            let head = ["\(response.status)"] + lines
            // Fields come from outside, and a terminal would act on what controls they hold.
            try console.print(head.map { Redaction.line($0) }.joined(separator: "\n") + "\n")
        }
        let body = response.data ?? Data()
        if let file {
            do { try body.write(to: URL(fileURLWithPath: file)) } catch {
                throw Failure("the file '\(file)' cannot be written: \(FileTrouble.reason(error))")
            }
            return
        }
        let type = response.fields[.contentType].flatMap { MediaType($0) }
        if isIndented, type?.isJSON == true, let indented = IndentedJSON(body) {
            return try console.write(indented.bytes + [0x0A])
        }
        guard isRaw || !console.isTerminal || Self.isText(body) else {
            return console.complain("The body is \(body.count) bytes that are no text; --output or --raw takes them.")
        }
        try console.write(body)
        if console.isTerminal, !isRaw, let last = body.last, last != 0x0A { try console.write([0x0A]) }
    }

    /// Nothing that a terminal would act on.
    static func isText(_ bytes: Data) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            && String(validating: bytes, as: UTF8.self) != nil
    }
}
