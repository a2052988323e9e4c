#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import Portico
import Synchronization

/// The answers of a recording to requests that came to a server of this machine.
package final class RecordedAnswers: Sendable {
    /// Why a request gets none of the recorded answers.
    package enum Problem: Error, Sendable {
        /// The recording has none to it.
        case unmatched(UnmatchedRequest)
        /// The one that it has cannot be given.
        case unusable(entry: Int, HTTPArchiveError)
    }

    private let entries: [HTTPArchive.Entry]
    private let machine: Mutex<ReplayMachine>

    /// - Parameter matching: its ``ReplayMatching/comparesOrigin`` is left out of account: the server is another one.
    package init(_ archive: HTTPArchive, matching: ReplayMatching, redaction: Redaction = .standard) {
        var matching = matching
        matching.comparesOrigin = false
        entries = archive.entries
        machine = Mutex(ReplayMachine(archive, matching, redaction))
    }

    /// The recorded answer to a request, and the place of its entry.
    package func answer(to request: ReceivedRequest) throws(Problem) -> (response: HTTPResponse, entry: Int) {
        let wanted = HTTPArchive.Request(
            HTTPRequest(
                method: request.method, scheme: "http", authority: request.fields[.host] ?? "localhost",
                path: request.target, fields: request.fields, body: request.body.isEmpty ? .none : .bytes(request.body)),
            PassedBytes(request.body, limit: .max))
        switch machine.withLock({ $0.take(wanted) }) {
        case .missing(let unmatched):
            throw .unmatched(unmatched)
        case .entry(let index):
            do throws(HTTPArchiveError) {
                return (try entries[index].httpResponse(), index)
            } catch {
                throw .unusable(entry: index, error)
            }
        }
    }
}

extension RecordedAnswers.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unmatched(let unmatched): "\(unmatched)"
        case .unusable(let entry, let error): "entry \(entry) of the recording cannot be replayed: \(error)"
        }
    }

    /// The problem details for whoever has sent the request.
    package var response: HTTPResponse {
        switch self {
        case .unmatched(let unmatched):
            Self.response(
                Details(
                    title: "No such recording", status: 404, detail: "\(self)", nearest: unmatched.nearestRequest,
                    differences: unmatched.differences))
        case .unusable:
            Self.response(
                Details(title: "Bad recording", status: 500, detail: "\(self)", nearest: nil, differences: nil))
        }
    }

    private static func response(_ details: Details) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return .json(text, status: HTTPStatus(details.status), fields: [.contentType: "application/problem+json"])
    }

    private struct Details: Encodable {
        let title: String
        let status: Int
        let detail: String
        let nearest: String?
        let differences: [String]?
    }
}
