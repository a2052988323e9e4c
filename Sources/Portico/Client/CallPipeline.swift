#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call from its request to its value: bind, send through the chain, judge the status, map.
struct CallPipeline<Response: Sendable, Failure: Sendable> {
    private let mapping: ResponseMapping<Response>
    private let failureMapping: ResponseMapping<Failure>
    let state: CallState

    init(
        _ request: Request<Response, Failure>, _ options: CallOptions, _ storage: Client.Storage,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil, isExplaining: Bool = false
    ) {
        mapping = request.mapping
        failureMapping = request.failureMapping
        state = CallState(
            storage, request.source, options.over(request.options), accepted: request.mapping.accepted,
            request.mapping.delivery, onProgress: onProgress, isExplaining: isExplaining)
    }

    func run() async throws(CallError<Failure>) -> Response {
        try await reported { () async throws(CallError<Failure>) in
            let request = try assembled()
            emitStarted(request)
            return try await value(of: response(to: request), to: request)
        }
    }

    /// Does the work of the call, unless that was cancelled before, and tells the observers how it ended.
    func reported<Value>(
        _ work: () async throws(CallError<Failure>) -> Value
    ) async throws(CallError<Failure>) -> Value {
        do throws(CallError<Failure>) {
            guard !Task.isCancelled else { throw error(.cancelled) }
            let value = try await work()
            state.emit(outcome: OutcomeLabel.succeeded) { .succeeded }
            return value
        } catch {
            state.emit(outcome: OutcomeLabel.text(ofCall: error)) { .failed("\(error)") }
            throw error
        }
    }

    /// The request as it would go out, after the middleware.
    func explain() async throws(CallError<Failure>) -> RequestExplanation {
        var problem = self.error(
            .invalidRequest(InvalidRequest(.options, "a middleware answers this call; nothing goes out")))
        do {
            _ = try await Next(state.chain, context)(declared())
        } catch {
            problem = self.error(error)
        }
        // What a middleware makes of the error by which the chain was left is of no account.
        guard let request = state.explained else { throw problem }
        return RequestExplanation(
            call: state.source.description, request: RedactedRequest(request, by: state.redaction))
    }

    var context: CallContext { CallContext(state) }

    /// The request as the call declares it.
    func assembled() throws(CallError<Failure>) -> HTTPRequest {
        do {
            return try declared()
        } catch {
            throw self.error(error)
        }
    }

    private func declared() throws -> HTTPRequest {
        let assembly = state.assembly
        var request = try assembly.request()
        if let problem = state.choiceProblem { throw problem }
        request.addIdempotencyKey(state.options.retry, assembly.storage.settings.random)
        return request
    }

    func emitStarted(_ request: HTTPRequest) {
        state.emit { .started(RedactedRequest(request, by: state.redaction)) }
    }

    /// What the chain answers.
    func response(to request: HTTPRequest) async throws(CallError<Failure>) -> HTTPResponse {
        do {
            let response = try await state.chain.answer(request, context)
            state.note(response.head)
            return response
        } catch {
            state.note(declared: request)
            state.endAttempts(error)
            throw self.error(error)
        }
    }

    func isSuccess(_ status: HTTPStatus) -> Bool {
        state.options.statusPolicy?.accepts(status) ?? (status.kind == .successful)
    }

    func failure(
        of response: HTTPResponse, to sent: HTTPRequest
    ) async throws(CallError<Failure>) -> CallError<Failure> {
        try await failure(response, mappingContext(sent))
    }

    private func value(of response: HTTPResponse, to sent: HTTPRequest) async throws(CallError<Failure>) -> Response {
        guard isSuccess(response.status) else { throw try await failure(response, mappingContext(sent)) }
        do {
            return try mapping.map(response, mappingContext(sent))
        } catch {
            throw mappingError(error, response)
        }
    }

    private func mappingContext(_ sent: HTTPRequest) -> MappingContext {
        MappingContext(decoder: state.assembly.decoder, method: sent.method)
    }

    /// What an answer that is no success says.
    private func failure(
        _ response: HTTPResponse, _ context: MappingContext
    ) async throws(CallError<Failure>) -> CallError<Failure> {
        let (response, problem) = try await whole(response)
        if let problem {
            return self.error(.unexpectedStatus(errorBody(response), undecodable(Failure.self, problem, response)))
        }
        do {
            return error(.failure(try failureMapping.map(response, context)))
        } catch {
            return self.error(.unexpectedStatus(errorBody(response), undecodable(Failure.self, error, response)))
        }
    }

    /// A failed answer with its body in one piece. Of a streamed one that cannot be read to its end it has what came,
    /// for the status counts more than the body; the reason is beside it.
    private func whole(
        _ response: HTTPResponse
    ) async throws(CallError<Failure>) -> (HTTPResponse, TransportError?) {
        guard case .chunks(let chunks) = response.body else { return (response, nil) }
        let context = context
        let time = (try? context.remainingTime()) ?? (.zero, isTotal: true)
        let (data, problem) = await chunks.beginning(
            limit: context.bodyLimit, within: time.timeout, time.isTotal ? .total : .attempt, by: context.clock)
        if problem?.kind == .cancelled { throw error(.cancelled) }
        return (HTTPResponse(head: response.head, body: .bytes(data)), problem)
    }

    private func mappingError(_ error: any Error, _ response: HTTPResponse) -> CallError<Failure> {
        switch error {
        case MappingError.emptyBody(let length):
            self.error(.emptyBody(response.status, length: length))
        case MappingError.unexpectedMediaType(let type, let expected):
            self.error(.unexpectedMediaType(type, expected: expected, body: errorBody(response)))
        default:
            self.error(.undecodableBody(undecodable(Response.self, error, response)))
        }
    }

    private func undecodable(_ type: Any.Type, _ error: any Error, _ response: HTTPResponse) -> UndecodableBody {
        UndecodableBody(
            error, data: response.data ?? Data(), type: type, mediaType: response.head.mediaType,
            redaction: state.redaction)
    }

    private func errorBody(_ response: HTTPResponse) -> ErrorBody {
        ErrorBody(head: response.head, data: response.data ?? Data())
    }

    func error(_ reason: CallError<Failure>.Reason) -> CallError<Failure> { CallError(reason, state.record) }

    /// What the chain threw, or what was done with its answer.
    func error(_ error: any Error) -> CallError<Failure> {
        switch error {
        case let error as InvalidRequest: self.error(.invalidRequest(error))
        case let error as TransportError: self.error(reason(error))
        case let error as AuthenticationFailure: self.error(.authentication(error))
        case let error as FileError: self.error(.file(error))
        case let error as RedirectError: self.error(.redirect(error))
        case is CancellationError: self.error(.cancelled)
        // A middleware's own call, cancelled along with this one.
        case let error as any CancellableError where error.isCancellation && Task.isCancelled: self.error(.cancelled)
        default: self.error(.middleware(error))
        }
    }

    private func reason(_ error: TransportError) -> CallError<Failure>.Reason {
        switch error.kind {
        case .cancelled: .cancelled
        case .timedOut(let deadline): .timedOut(deadline)
        case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
        default: .transport(error)
        }
    }
}
