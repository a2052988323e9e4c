#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import Portico

extension FixtureFolder {
    /// The answer of a server that serves this folder: a fixture, its delay included; where there is none a 404, and
    /// where it is no good a 500, with problem details (RFC 9457) that say why.
    package func answer(to request: ReceivedRequest) -> MockAnswer {
        do throws(FixtureError) {
            let fixture = try fixture(for: request.method, request.target, asOf: request.arrival)
            let answer = MockAnswer.response(fixture.response)
            return fixture.delay.map { answer.delayed(by: $0) } ?? answer
        } catch {
            return .response(error.response)
        }
    }
}

extension FixtureError {
    /// The problem details for whoever has sent the request.
    package var response: HTTPResponse {
        let status: HTTPStatus = isMissing ? .notFound : .internalServerError
        let problem = Problem(
            title: isMissing ? "No such fixture" : "Bad fixture", status: status.code,
            detail: isMissing ? "No fixture answers \(request)." : "\(self)", lookedFor: isMissing ? lookedFor : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(problem)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return .json(text, status: status, fields: [.contentType: "application/problem+json"])
    }

    private struct Problem: Encodable {
        let title: String
        let status: Int
        let detail: String
        let lookedFor: [String]?
    }
}
