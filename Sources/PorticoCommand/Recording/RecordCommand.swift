#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoCurl
import PorticoTesting

extension Command {
    /// `portico record`: a proxy in front of one server that writes down what passes.
    static let record = Command(
        name: "record",
        summary: "Stand in front of a server on this machine, and record what passes as HAR.",
        operands: "URL",
        operandCount: 1...1,
        options: [
            .value("output", "o", "FILE.har", "Where the recording goes; needed."),
            .value("port", "p", "NUMBER", "The port on 127.0.0.1; a free one unless given, and for 0."),
            .value("name", "n", "NAME", "Hide what goes by this name too: a field, a query item, a member."),
            .flag("append", "a", "Keep the exchanges that the file has already."),
        ],
        notes: """
            Point the program under test at the address that standard output tells, in place of URL. Each
            request goes on to URL, with its own path behind that of URL, and its answer comes back as it is, but for
            redirects and cookies of URL's host, which name this machine instead. Ctrl-C writes the file and ends.

            Answers pass as they come, however large they are. The file has an exchange once its answer was complete; a
            body of more than 16 MiB is left out of it, and its entry says so. A request has at most 64 MiB.

            Secrets are hidden before anything is written: see 'portico har redact'.
            """,
        action: .serve(run)
    )

    private static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
        guard let output = arguments.value("output") else { throw UsageError("--output is missing") }
        guard let target = RecordingTarget(arguments.operands[0]) else {
            throw UsageError("'\(arguments.operands[0])' is no URL of a server: http or https, a host, no query")
        }
        let file = URL(fileURLWithPath: output)
        let port = try arguments.number("port", in: 0...65535)
        var redaction = Redaction.standard
        for name in arguments.values("name") {
            redaction.fieldNames.insert(name)
            redaction.queryNames.insert(name)
            redaction.bodyNames.insert(name)
        }
        let earlier =
            arguments.has("append") && FileManager.default.fileExists(atPath: file.path)
            ? try HTTPArchive(contentsOf: file).entries : []
        let recorder = Recorder(CurlTransport(), redaction: redaction)
        let server = try RecordingServer(target, recorder, port: port) { console.complain($0) }
        // A place that cannot be written to is told before anything is recorded.
        try HTTPArchive(entries: earlier).write(to: file)
        try console.print(server.baseURL)
        // Nobody opens it: the wait ends when the task is cancelled, by Ctrl-C.
        await Gate().wait()
        server.stop()
        let recorded = recorder.archive.entries
        do {
            try HTTPArchive(entries: earlier + recorded).write(to: file)
            console.complain("\(recorded.count) exchange\(recorded.count == 1 ? "" : "s") in \(file.path)")
            _ = try recorder.checkedArchive()
        } catch {
            // The task is cancelled, of which no more is told; this is no part of that.
            console.complain("portico record: \(error)")
            return .failure
        }
        return .success
    }
}
