#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a call fails with.
extension CallState {
    /// What an answer that is no success says.
    func failure<Failure>(
        _ response: HTTPResponse, _ context: MappingContext, _ mapping: ResponseMapping<Failure>
    ) async -> CallError<Failure> {
        let (response, problem) = await whole(response)
        if let problem {
            guard problem.kind != .cancelled else { return error(.cancelled) }
            return error(.unexpectedStatus(errorBody(response), undecodable(Failure.self, problem, response)))
        }
        do {
            return error(.failure(try mapping.map(response, context)))
        } catch {
            return self.error(.unexpectedStatus(errorBody(response), undecodable(Failure.self, error, response)))
        }
    }

    /// A failed answer with its body in one piece. Of a streamed one that cannot be read to its end it has what came,
    /// for the status counts more than the body; the reason is beside it.
    private func whole(_ response: HTTPResponse) async -> (HTTPResponse, TransportError?) {
        guard case .chunks(let chunks) = response.body else { return (response, nil) }
        let time = (try? context.remainingTime()) ?? (.zero, isTotal: true)
        let (data, problem) = await chunks.beginning(
            limit: context.bodyLimit, within: time.timeout, time.isTotal ? .total : .attempt, by: context.clock)
        return (HTTPResponse(head: response.head, body: .bytes(data)), problem)
    }

    /// What a mapping threw.
    func mappingError<Failure>(
        _ error: any Error, _ response: HTTPResponse, _ type: Any.Type
    ) -> CallError<Failure> {
        switch error {
        case MappingError.emptyBody(let length):
            self.error(.emptyBody(response.status, length: length))
        case MappingError.unexpectedMediaType(let type, let expected):
            self.error(.unexpectedMediaType(type, expected: expected, body: errorBody(response)))
        default:
            self.error(.undecodableBody(undecodable(type, error, response)))
        }
    }

    private func undecodable(_ type: Any.Type, _ error: any Error, _ response: HTTPResponse) -> UndecodableBody {
        UndecodableBody(
            error, data: response.data ?? Data(), type: type, mediaType: response.head.mediaType, redaction: redaction)
    }

    private func errorBody(_ response: HTTPResponse) -> ErrorBody {
        ErrorBody(head: response.head, data: response.data ?? Data())
    }

    func error<Failure>(_ reason: CallError<Failure>.Reason) -> CallError<Failure> { CallError(reason, record) }

    /// What the chain threw, or what was done with its answer.
    func error<Failure>(_ error: any Error) -> CallError<Failure> {
        switch error {
        case let error as InvalidRequest: self.error(.invalidRequest(error))
        case let error as TransportError: self.error(CallError.Reason(error))
        case let error as AuthenticationFailure: self.error(.authentication(error))
        case let error as FileError: self.error(.file(error))
        case let error as RedirectError: self.error(.redirect(error))
        case is CancellationError: self.error(.cancelled)
        // A middleware's own call, cancelled along with this one.
        case let error as any CancellableError where error.isCancellation && Task.isCancelled: self.error(.cancelled)
        default: self.error(.middleware(error))
        }
    }
}

extension CallError.Reason {
    fileprivate init(_ error: TransportError) {
        self =
            switch error.kind {
            case .cancelled: .cancelled
            case .timedOut(let deadline): .timedOut(deadline)
            case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
            default: .transport(error)
            }
    }
}
