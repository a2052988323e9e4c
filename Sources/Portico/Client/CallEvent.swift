/// What a client reports of its calls, redacted: for logs, metrics and traces.
///
/// ```swift
/// for await event in client.events() { print(event) }
/// ```
public struct CallEvent: Sendable {
    /// Tells the calls of a client apart.
    public let id: CallID
    /// Which call it is, in words.
    public let call: CallDescription
    /// The attempt, from 1; 0 for the call as a whole.
    public let attempt: Int
    /// Since the call began.
    public let elapsed: Duration
    /// Of an attempt that has ended, from its start on; nil of anything else.
    public let duration: Duration?
    /// Of an attempt that has ended: how the time was spent, where the transport tells.
    public let timings: TransportTimings?
    /// Of the end of an attempt or of the call: what became of it in one word of few, as the label of a metric needs
    /// it. A status (`200`), `succeeded`, or what went wrong (`timedOut`, `connectionLost`, `undecodableBody`).
    public let outcome: String?
    /// The call's place in a trace, once ``Client/withTracing(_:)`` has given it one.
    public let trace: TraceContext?
    /// What happened.
    public let kind: Kind

    /// What can happen.
    public enum Kind: Sendable {
        /// The request was made and is about to be sent.
        case started(RedactedRequest)
        /// An attempt begins: the first, or another after a retry, a redirect or a refused credential.
        case attemptStarted
        /// The head of an answer is there, and, unless it is streamed, its body too.
        case responseHead(ResponseHead)
        /// An attempt gave no answer, for the reason given.
        case attemptFailed(String)
        /// An answer refused the credential of an authenticator, which is asked for another.
        case credentialRefused(authenticator: String)
        /// The request is sent once more, with another credential.
        case replayed(authenticator: String)
        /// An answer with this status was a redirect, and this request follows it.
        case redirected(HTTPStatus, to: RedactedRequest)
        /// Another attempt follows after a wait, for the reason given.
        case retrying(after: Duration, String)
        /// An attempt, or the call where the number of the attempt is 0, gave this when it had been given up already:
        /// nobody gets it. Of a transport or a middleware that heeds no deadline or no cancellation.
        case answeredLate(String)
        /// A middleware says so (``CallContext/report(_:)``).
        case report(String)
        /// The call gave its value.
        case succeeded
        /// The call ended in an error, whose description this is.
        case failed(String)
    }
}

extension CallEvent: CustomStringConvertible {
    /// `#7 ListRepos attempt 1 after 0.012 s: 200 OK`
    public var description: String {
        "\(id) \(call.name)\(attempt > 0 ? " attempt \(attempt)" : "") after \(elapsed.rounded): \(kind)"
    }
}

extension CallEvent.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .started(let request): "started \(request.method) \(request.urlText)"
        case .attemptStarted: "sent"
        case .responseHead(let head): "\(head.status)"
        case .attemptFailed(let reason): "no answer: \(reason)"
        case .credentialRefused(let authenticator): "credential of '\(authenticator)' refused"
        case .replayed(let authenticator): "replayed with another credential of '\(authenticator)'"
        case .redirected(let status, let request): "redirected (\(status)) to \(request.method) \(request.urlText)"
        case .retrying(let wait, let reason): "again in \(wait.rounded), for \(reason)"
        case .answeredLate(let outcome): "an answer came too late: \(outcome)"
        case .report(let text): text
        case .succeeded: "succeeded"
        case .failed(let reason): "failed: \(reason)"
        }
    }
}

extension Duration {
    /// In seconds, to the millisecond: `0.012 s`.
    fileprivate var rounded: String {
        let (seconds, attoseconds) = asTimeLimit.components
        let milliseconds = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
        let digits = "\(milliseconds % 1000)"
        return "\(seconds + milliseconds / 1000).\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits) s"
    }
}
