#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting

extension Command {
    static let mock = Command(
        name: "mock",
        summary: "Serve a folder of fixtures, or a recording, on a port of this machine.",
        operands: "FOLDER|FILE.har",
        operandCount: 1...1,
        options: [
            .value("port", "p", "NUMBER", "The port on 127.0.0.1; 8080 unless given, 0 for one that is free."),
            .value("scenario", "s", "NAME", "Whose fixtures win over those of none."),
            .value("delay", nil, "SECONDS", "How long each answer is held back."),
            .flag("strict", nil, "Of a recording: fields count too, and each entry answers once."),
            .flag("in-order", nil, "Of a recording: requests come in the order in which they were recorded."),
            .value(
                "ignore", nil, "NAME", "Of a recording: a field or query item that does not count. May be repeated."),
            .flag("quiet", "q", "No line for each request."),
        ],
        notes: """
            The first line on standard output is the server's address. Each request is a line on standard error:
            the time, method and target, the status and size of the answer, and where that is from. Files that
            change are served anew with the next request. Ctrl-C ends the server.
            """,
        action: .serve(MockCommand.run)
    )
}

/// `portico mock`: an HTTP server on this machine that answers from fixtures or from a recording.
enum MockCommand {
    /// Where nobody says otherwise.
    private static let usualPort = 8080

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
        let port = try arguments.number("port", in: 0...65_535) ?? usualPort
        let delay = try arguments.seconds("delay")
        let source = try Self.source(arguments, console)
        let log = arguments.has("quiet") ? nil : RequestLog(console)
        var limits = MockServer.Limits()
        limits.journaledRequests = 0
        DescriptorLimit.raise()
        let give = { @Sendable (found: FoundAnswer, request: ReceivedRequest) in
            log?.add(request, found)
            return delay.map { found.answer.delayed(by: $0) } ?? found.answer
        }
        let server = try MockServer.started(port: port, limits: limits) { request in
            switch source.answer(to: request) {
            case .now(let found): .now(give(found, request))
            case .later(let find): .onThread { give(find(), request) }
            }
        }
        try console.print(server.baseURL.absoluteString)
        // Opens when the task is cancelled, at Ctrl-C.
        await Gate().wait()
        server.stop()
        log?.finish()
        return .success
    }

    private static func source(_ arguments: Arguments, _ console: Console) throws -> any AnswerSource {
        let url = URL(fileURLWithPath: arguments.operands[0])
        let ofRecordings = ["strict", "in-order", "ignore"]
        var isFolder = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw Failure("there is no file or folder '\(arguments.operands[0])'")
        }
        guard isFolder else {
            guard !arguments.has("scenario") else { throw UsageError("--scenario is for a folder of fixtures") }
            var matching = arguments.has("strict") ? ReplayMatching.strict : .loose
            matching.keepsOrder = arguments.has("in-order")
            for name in arguments.values("ignore") {
                matching.ignoredFields.insert(name)
                matching.ignoredQueryItems.insert(name)
            }
            return try LiveRecording(url, matching)
        }
        if let option = ofRecordings.first(where: arguments.has) {
            throw UsageError("--\(option) is for a recording, and '\(arguments.operands[0])' is a folder")
        }
        return try FixtureSource(url, scenario: arguments.value("scenario"), console)
    }
}
