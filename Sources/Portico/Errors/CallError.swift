#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a call did not give its value: the one error that leaves ``Client/send(_:options:)->Declared.Response``.
///
/// ```swift
/// do { try await github.send(CreateIssue(owner: "apple", repo: "swift", issue: new)) }
/// catch {
///     switch error.reason {
///     case .failure(let problem): show(problem.title)
///     case .timedOut, .transport: offerRetry()
///     default: report("\(error)")
///     }
/// }
/// ```
///
/// Its `description` says which call, which URL, which status, and what failed where; secrets in it are redacted.
public struct CallError<Failure: Sendable>: Error, Sendable {
    /// What went wrong.
    public enum Reason: Sendable {
        /// The request could not be made; nothing was sent.
        case invalidRequest(InvalidRequest)
        /// The exchange failed below HTTP.
        case transport(TransportError)
        /// A deadline passed.
        case timedOut(Deadline)
        /// The task was cancelled, or the ``Call``.
        case cancelled
        /// The status is no success, and this is what its body says.
        case failure(Failure)
        /// The status is no success, and the body is no `Failure`, for the reason given.
        case unexpectedStatus(ErrorBody, UndecodableBody)
        /// The status is a success, but the body says that it is something else than what was declared.
        case unexpectedMediaType(MediaType, expected: [MediaType], body: ErrorBody)
        /// The body could not be made into a `Response`.
        case undecodableBody(UndecodableBody)
        /// The `Response` needs a body and none came.
        case emptyBody(HTTPStatus, length: Int)
        /// The body is larger than allowed, content encodings undone.
        case bodyTooLarge(limit: Int)
        /// An authenticator had no credential, or none that may go along; the failure names it.
        case authentication(AuthenticationFailure)
        /// The file of a download could not be written, checked or put in place.
        case file(FileError)
        /// An answer redirects to where the call must not go, or without end.
        case redirect(RedirectError)
        /// A middleware or a mapper threw an error of its own.
        case middleware(any Error)
    }

    private let details: CallErrorDetails

    init(_ reason: Reason, _ record: CallRecord) { details = CallErrorDetails(reason: reason, record: record) }

    /// What went wrong.
    public var reason: Reason {
        // Made of a `Reason` above, so the cast holds.
        details.reason as? Reason ?? .transport(TransportError(.other, "\(details.reason)"))
    }

    /// Which call it was.
    public var call: CallDescription { details.record.call }
    /// The request, redacted; nil where none could be made.
    public var request: RedactedRequest? { details.record.request }
    /// The head of the last answer, redacted; nil where none came.
    public var response: ResponseHead? { details.record.response }
    /// What was tried, in order, up to the first 32; empty where nothing was sent.
    public var attempts: [Attempt] { details.record.attempts }
}

/// An error of any type that may tell of a cancellation.
protocol CancellableError: Error {
    var isCancellation: Bool { get }
}

extension CallError: CancellableError {
    /// Whether the call was cancelled, and did not fail otherwise.
    public var isCancellation: Bool {
        if case .cancelled = reason { true } else { false }
    }
}

/// What an error holds, in a box, for it is handed through many functions and is seldom looked into.
///
/// The box is not generic: a typed error with a generic class in it arrives as garbage from a generic `async` function
/// when nothing is optimised (Swift 6.3).
private final class CallErrorDetails: Sendable {
    let reason: any Sendable
    let record: CallRecord

    init(reason: any Sendable, record: CallRecord) {
        self.reason = reason
        self.record = record
    }
}

/// One attempt of a call.
public struct Attempt: Sendable {
    /// What became of the attempt.
    public enum Outcome: Sendable {
        /// An answer came, with this status.
        case response(HTTPStatus)
        /// Print it by ``Attempt/description``, which redacts.
        case failed(any Error)

        var label: String {
            switch self {
            case .response(let status): OutcomeLabel.text(status)
            case .failed(let error): OutcomeLabel.text(error)
            }
        }
    }

    /// From 1.
    public let number: Int
    /// What became of it.
    public let outcome: Outcome
    /// From its start to its outcome.
    public let duration: Duration
    /// How this time was spent, where the transport tells.
    public let timings: TransportTimings?
    /// How to print what may hold secrets.
    let redaction: Redaction
}

extension Attempt: CustomStringConvertible, CustomReflectable {
    /// `attempt 2: 503 Service Unavailable in 0.2 seconds`, redacted.
    public var description: String {
        let text =
            switch outcome {
            case .response(let status): "\(status)"
            case .failed(let error): PrintedValue.text(of: error, by: redaction)
            }
        return "attempt \(number): \(text) in \(duration)"
    }

    /// What `dump` shows: the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is known of a call when it has failed.
struct CallRecord: Sendable {
    var call: CallDescription
    /// How to print what may hold secrets.
    var redaction: Redaction
    var request: RedactedRequest?
    var response: ResponseHead?
    var attempts: [Attempt] = []
    /// All of them, for only the first are kept.
    var attemptCount = 0
}

extension CallError: CustomStringConvertible {
    /// One line: `ListRepos, GET https://api.github.com/orgs/apple/repos: 404 Not Found: …`.
    public var description: String {
        let record = details.record
        let target = record.request.map { "\($0.method) \($0.urlText)" } ?? record.call.route
        let tries = record.attemptCount > 1 ? " (after \(record.attemptCount) attempts)" : ""
        // The target of a request that was refused may hold anything.
        return "\(record.call.name), \(Redaction.line(target)): \(text(record))\(tries)"
    }

    private func text(_ record: CallRecord) -> String {
        let answered = record.response.map { "\($0.status), but " } ?? ""
        switch reason {
        case .invalidRequest(let problem): return "the request is invalid: \(Redaction.line("\(problem)", limit: 500))"
        case .transport(let error): return Redaction.line("\(error)", limit: 500)
        case .timedOut(let deadline): return "timed out (\(deadline) deadline)"
        case .cancelled: return "cancelled"
        case .failure(let body as ErrorBody): return body.description(by: record.redaction)
        case .failure(let failure):
            let status = record.response.map { "\($0.status): " } ?? ""
            // Text is the body itself, in which a secret may be anywhere.
            if let text = failure as? String { return status + Self.text(of: text, by: record.redaction) }
            return status + PrintedValue.text(of: failure, by: record.redaction)
        case .unexpectedStatus(let body, let problem):
            return "\(body.description(by: record.redaction)); \(problem)"
        case .unexpectedMediaType(let type, let expected, let body):
            return "\(answered)the body is \(type) where \(expected.text) was declared: "
                + body.excerpt(by: record.redaction)
        case .undecodableBody(let problem): return "\(answered)\(problem)"
        case .emptyBody(let status, let length):
            return "\(status), but the body is empty (\(length) bytes) where a value was declared"
        case .bodyTooLarge(let limit): return "the response's body is larger than \(limit) bytes"
        case .authentication(let failure): return failure.text(by: record.redaction)
        case .file(let error): return Redaction.line("\(error)", limit: 500)
        case .redirect(let error): return "\(error)"
        case .middleware(let error):
            return "a middleware failed: \(PrintedValue.text(of: error, by: record.redaction))"
        }
    }
}

extension CallError {
    private static func text(of body: String, by redaction: Redaction) -> String {
        Redaction.line(redaction.body(Data(body.utf8), mediaType: nil), limit: 500)
    }
}

extension [MediaType] {
    /// The types as `Accept` lists them.
    var text: String { count == 1 ? self[0].description : map(\.description).joined(separator: ", ") }
}
