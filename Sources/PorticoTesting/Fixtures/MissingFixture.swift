#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import Portico

extension FixtureFolder {
    /// The answer of a server that serves this folder: a fixture, its delay included; where there is none a 404, and
    /// where it is no good a 500, with problem details (RFC 9457) that say why.
    func plan(for request: ReceivedRequest) -> AnswerPlan {
        do throws(FixtureError) {
            switch try lookUp(request.method, request.target, asOf: request.arrival) {
            case .fixture(let fixture): return .now(fixture.answer)
            case .unread(let read): return .onThread { read().answer }
            }
        } catch {
            return .now(.response(error.response))
        }
    }
}

extension Fixture {
    /// As a server gives it.
    fileprivate var answer: MockAnswer {
        let answer = MockAnswer.response(response)
        return delay.map { answer.delayed(by: $0) } ?? answer
    }
}

extension Result<Fixture, FixtureError> {
    fileprivate var answer: MockAnswer {
        switch self {
        case .success(let fixture): fixture.answer
        case .failure(let error): .response(error.response)
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
