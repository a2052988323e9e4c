/// What became of an attempt or a call in one word of few: for the labels of metrics.
enum OutcomeLabel {
    static let succeeded = "succeeded"

    static func text(_ status: HTTPStatus) -> String { "\(status.code)" }

    static func text(_ error: any Error) -> String {
        switch error {
        case let error as TransportError: text(error.kind)
        case is CancellationError: text(TransportError.Kind.cancelled)
        case is InvalidRequest: "invalidRequest"
        case is AuthenticationFailure: "authentication"
        case is FileError: "file"
        case is RedirectError: "redirect"
        default: "middleware"
        }
    }

    /// Of a call. Not an overload of the other, which Swift would prefer.
    static func text<Failure>(ofCall error: CallError<Failure>) -> String {
        switch error.reason {
        case .invalidRequest: "invalidRequest"
        case .transport(let error): text(error.kind)
        case .timedOut(let deadline): text(.timedOut(deadline))
        case .cancelled: text(.cancelled)
        case .authentication: "authentication"
        case .failure, .unexpectedStatus: error.response.map { text($0.status) } ?? "status"
        case .unexpectedMediaType: "unexpectedMediaType"
        case .undecodableBody: "undecodableBody"
        case .emptyBody: "emptyBody"
        case .file: "file"
        case .redirect: "redirect"
        case .bodyTooLarge(let limit): text(.bodyTooLarge(limit: limit))
        case .middleware: "middleware"
        }
    }

    private static func text(_ kind: TransportError.Kind) -> String {
        switch kind {
        case .hostNotFound: "hostNotFound"
        case .connectionFailed: "connectionFailed"
        case .connectionLost: "connectionLost"
        case .bodyTruncated: "bodyTruncated"
        case .secureConnectionFailed: "secureConnectionFailed"
        case .malformedResponse: "malformedResponse"
        case .bodyTooLarge: "bodyTooLarge"
        case .timedOut: "timedOut"
        case .cancelled: "cancelled"
        case .bodyConsumed: "bodyConsumed"
        case .bodyFailed: "bodyFailed"
        case .transportBusy: "transportBusy"
        case .unsupported: "unsupported"
        case .other: "other"
        }
    }
}
