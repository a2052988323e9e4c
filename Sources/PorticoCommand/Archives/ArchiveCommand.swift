#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting

extension Command {
    /// `portico har`: what is in recordings.
    static let archives = Command(
        name: "har",
        summary: "Look into HAR files, hide the secrets in them, make fixtures of them.",
        notes: "A file called - is standard input. What is shown never holds a secret that goes by a known name.",
        action: .group([list, show, redact, fixtures])
    )

    private static let list = Command(
        name: "list",
        summary: "List the exchanges, a line each.",
        operands: "FILE.har",
        operandCount: 1...1,
        action: .run { arguments, console in
            let archive = try archive(arguments, console)
            if !archive.entries.isEmpty { try console.print(ArchiveListing(archive).text) }
            return .success
        }
    )

    private static let show = Command(
        name: "show",
        summary: "Show one exchange: both messages, JSON laid out.",
        operands: "FILE.har NUMBER",
        operandCount: 2...2,
        options: [
            .flag("body", "b", "Write the body of the answer, and nothing else, byte for byte."),
            .flag("request-body", nil, "Write the body of the request, and nothing else, byte for byte."),
        ],
        notes: "Numbers are those of 'portico har list', from 0.",
        action: .run { arguments, console in
            let archive = try archive(arguments, console).redacted()
            let entry = try entry(arguments.operands[1], of: archive)
            if arguments.has("body") {
                try console.write(try entry.httpResponse().data ?? Data())
            } else if arguments.has("request-body") {
                try console.write(try entry.httpRequest().body.data ?? Data())
            } else {
                try console.print(ShownExchange(entry).text)
            }
            return .success
        }
    )

    private static let redact = Command(
        name: "redact",
        summary: "Hide the secrets: fields, cookies, query items, members of bodies.",
        operands: "FILE.har",
        operandCount: 1...1,
        options: [
            .value("output", "o", "FILE", "Write there; standard output unless given. It may be the same file."),
            .value("name", "n", "NAME", "Hide what goes by this name too: a field, a query item, a member."),
        ],
        action: .run { arguments, console in
            var redaction = Redaction.standard
            for name in arguments.values("name") {
                redaction.fieldNames.insert(name)
                redaction.queryNames.insert(name)
                redaction.bodyNames.insert(name)
            }
            let archive = try archive(arguments, console).redacted(by: redaction)
            if let output = arguments.value("output") {
                try archive.write(to: URL(fileURLWithPath: output))
            } else {
                try console.write(try archive.data())
            }
            return .success
        }
    )

    private static let fixtures = Command(
        name: "to-fixtures",
        summary: "Make a folder of fixtures of the answers, their secrets hidden.",
        operands: "FILE.har FOLDER",
        operandCount: 2...2,
        options: [.flag("force", "f", "Write over files that are there already.")],
        notes: """
            The folder is laid out for 'portico mock' and for FixtureTransport: users/7/GET,page=2.json. Answers to
            equal requests become a sequence: GET.1.json, GET.2.json. What cannot become a fixture is told.
            """,
        action: .run { arguments, console in
            let fixtures = RecordedFixtures(try archive(arguments, console).redacted())
            let folder = FixtureOutput(URL(fileURLWithPath: arguments.operands[1]), overwrites: arguments.has("force"))
            // They name what comes from outside, and a terminal would act on what controls that holds.
            for note in fixtures.notes { console.complain(Redaction.line(note, limit: 1000)) }
            for path in try folder.write(fixtures.files) { try console.print(path) }
            return .success
        }
    )

    private static func archive(_ arguments: Arguments, _ console: Console) throws -> HTTPArchive {
        let path = arguments.operands[0]
        guard path == "-" else { return try HTTPArchive(contentsOf: URL(fileURLWithPath: path)) }
        return try HTTPArchive(console.readInput(limit: HTTPArchive.maximalSize))
    }

    private static func entry(_ text: String, of archive: HTTPArchive) throws -> HTTPArchive.Entry {
        guard let number = Int(text), number >= 0 else { throw UsageError("'\(text)' is no number of an exchange") }
        guard archive.entries.indices.contains(number) else {
            throw Failure("there is no exchange \(number): the file has \(archive.entries.count)")
        }
        return archive.entries[number]
    }
}
