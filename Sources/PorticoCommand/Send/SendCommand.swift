#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoCurl
import PorticoTesting

extension Command {
    static let send = Command(
        name: "send",
        summary: "Send one request, given by options or by an entry of a HAR file.",
        operands: "URL|FILE.har",
        operandCount: 1...1,
        options: RequestArguments.options + ConnectionArguments.options + AnswerOutput.options,
        notes: """
            TEXT is taken as it is, from a file where it begins with @, from standard input where it is @-. The body of
            the answer goes to standard output, timings and errors to standard error. Redirects are followed; a
            credential stays with its origin.

            Exit codes besides those of every command: with --check-status 3, 4 or 5, by the class of the status.
            """,
        action: .run(SendCommand.run)
    )
}

/// `portico send`: one request, from options or from an entry of a recording.
enum SendCommand {
    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitCode {
        let request = try RequestArguments(arguments, console)
        let output = try AnswerOutput(arguments, console)
        let transport = CurlTransport(try ConnectionArguments.configuration(arguments))
        let timings = TimingReport()
        var client = Client(
            environment: APIEnvironment("portico send", baseURL: try request.origin()), transport: transport)
        client = client.withOptions(try ConnectionArguments.callOptions(arguments)).withObserver(timings.add)
        if let authenticator = try ConnectionArguments.authenticator(arguments) {
            client = client.withAuthenticator(authenticator)
        }
        defer { if arguments.has("timings"), !timings.text.isEmpty { console.complain(timings.text) } }
        let response = try await client.send(try request.request())
        try output.write(response)
        return arguments.has("check-status") ? ExitCode(checking: response.status) : .success
    }
}

extension ExitCode {
    /// 3, 4 or 5 by the class of a status that is no success.
    init(checking status: HTTPStatus) {
        self = status.code < 300 ? .success : ExitCode(rawValue: Int32(status.code / 100))
    }
}
