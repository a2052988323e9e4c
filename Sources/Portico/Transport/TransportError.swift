/// Why an exchange failed below HTTP: the one error that a ``Transport`` and an ``HTTPChunks`` throw.
public struct TransportError: Error, Sendable {
    /// What went wrong, for code that decides by it.
    public let kind: Kind
    /// What happened, in the transport's words; empty where the kind says it all. Never holds a secret of the request.
    public let message: String
    /// What the stack below threw, where it threw something.
    public let underlying: (any Error)?

    /// What can go wrong below HTTP.
    public enum Kind: Hashable, Sendable {
        /// The host's name could not be resolved.
        case hostNotFound
        /// No connection came about: refused, unreachable.
        case connectionFailed
        /// The connection ended before the answer's head was complete.
        case connectionLost
        /// The answer's body ended before its announced end.
        case bodyTruncated
        /// TLS failed: handshake, certificate, host name, pin.
        case secureConnectionFailed
        /// The peer did not speak HTTP, or a content encoding could not be undone.
        case malformedResponse
        /// More bytes than allowed, counted with content encodings undone.
        case bodyTooLarge(limit: Int)
        /// A deadline passed.
        case timedOut(Deadline)
        /// The task that waited was cancelled.
        case cancelled
        /// The body was sent before and exists once only.
        case bodyConsumed
        /// The request's body could not be read: a missing file, a failing stream, another length than promised.
        case bodyFailed
        /// The transport has no room for another exchange before the deadline.
        case transportBusy
        /// The call asks for what this transport cannot do; the message names an alternative.
        case unsupported
        /// Anything else, which the message names.
        case other
    }

    /// An error of a kind.
    /// - Parameters:
    ///   - kind: what code decides by.
    ///   - message: what happened, for people; without a secret of the request, and empty where the kind says it all.
    ///   - underlying: what the stack below threw.
    public init(_ kind: Kind, _ message: String = "", underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.underlying = underlying
    }

    /// An error of any type as one of these: itself, a cancellation, or `kind` with the error as its reason.
    package static func from(_ error: any Error, or kind: Kind) -> TransportError {
        switch error {
        case let error as TransportError: error
        case is CancellationError: TransportError(.cancelled)
        default: TransportError(kind, "\(error)", underlying: error)
        }
    }
}

/// The clocks that can run out on a call.
public enum Deadline: Hashable, Sendable {
    /// From the start of an attempt until its connection stands.
    case connect
    /// From the start of an attempt until its answer is complete, or, where that is streamed, until its head is.
    case attempt
    /// From the start of the call, over all its attempts.
    case total
}

extension TransportError: CustomStringConvertible {
    public var description: String { message.isEmpty ? kind.description : "\(kind): \(message)" }
}

extension TransportError.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .hostNotFound: "the host was not found"
        case .connectionFailed: "no connection could be made"
        case .connectionLost: "the connection ended before the response's head"
        case .bodyTruncated: "the response's body ended early"
        case .secureConnectionFailed: "the secure connection failed"
        case .malformedResponse: "the response is malformed"
        case .bodyTooLarge(let limit): "the response's body is larger than \(limit) bytes"
        case .timedOut(let deadline): "timed out (\(deadline) deadline)"
        case .cancelled: "cancelled"
        case .bodyConsumed: "the request's body was sent before and cannot be sent again"
        case .bodyFailed: "the request's body could not be read"
        case .transportBusy: "the transport has no room for another exchange"
        case .unsupported: "not supported by this transport"
        case .other: "the exchange failed"
        }
    }
}

extension Deadline: CustomStringConvertible {
    public var description: String {
        switch self {
        case .connect: "connect"
        case .attempt: "attempt"
        case .total: "total"
        }
    }
}
