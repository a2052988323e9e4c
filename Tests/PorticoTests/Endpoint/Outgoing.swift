import Foundation
import PorticoTesting

@testable import Portico

extension Client {
    /// A client of `https://h` whose requests say nothing of its user agent.
    static let plain = Client(base: "https://h")

    init(base: String, fields: HTTPFields = [:], query: [QueryItem] = []) {
        let environment = APIEnvironment("test", baseURL: base, fields: fields, query: query)
        self = Client(environment: environment, transport: StubTransport(.status(.ok))).withUserAgent(nil)
    }

    /// The request that a call makes, line by line as on the wire: its line, its fields, an empty line, its body.
    ///
    /// Where it cannot be made: `!` and the problem.
    func text<Declared: Endpoint>(of endpoint: Declared) -> String { text(of: Request(endpoint)) }

    func text<Response, Failure>(of request: Request<Response, Failure>) -> String {
        outcome(of: request) { request in
            let fields = request.fields.map { "\($0.name): \($0.value)" }
            let body = Place.text(request.body)
            let head = ["\(request.method) \(request.urlText)"] + fields
            return (head + (request.body.isNone ? [] : ["", body])).joined(separator: "\n")
        }
    }

    /// The first line of the request that a call makes, or `!` and the problem.
    func line<Declared: Endpoint>(of endpoint: Declared) -> String { line(of: Request(endpoint)) }

    func line<Response, Failure>(of request: Request<Response, Failure>) -> String {
        outcome(of: request) { "\($0.method) \($0.urlText)" }
    }

    /// The body that a call makes, or `!` and the problem.
    func body<Declared: Endpoint>(of endpoint: Declared) -> String { body(of: Request(endpoint)) }

    func body<Response, Failure>(of request: Request<Response, Failure>) -> String {
        outcome(of: request) { Place.text($0.body) }
    }

    /// The fields that a call makes, or `!` and the problem.
    func fields<Declared: Endpoint>(of endpoint: Declared) -> String { fields(of: Request(endpoint)) }

    func fields<Response, Failure>(of request: Request<Response, Failure>) -> String {
        outcome(of: request) { $0.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
    }

    private func outcome<Response, Failure>(
        of request: Request<Response, Failure>, _ text: (HTTPRequest) -> String
    ) -> String {
        do throws(CallError<Failure>) {
            let request = try httpRequest(for: request)
            do throws(InvalidRequest) { try request.validate() } catch { return "!\(error)" }
            return text(request)
        } catch {
            guard case .invalidRequest(let problem) = error.reason else { return "!\(error)" }
            return "!\(problem)"
        }
    }
}
