#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call from its request to its value: bind, send through the chain, judge the status, map.
struct CallPipeline<Response: Sendable, Failure: Sendable> {
    private let request: Request<Response, Failure>
    private let assembly: RequestAssembly
    private let state: CallState
    private let chain: Chain

    init(
        _ request: Request<Response, Failure>, _ options: CallOptions, _ storage: Client.Storage,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil, isExplaining: Bool = false
    ) {
        self.request = request
        chain = storage.chain
        let own = options.over(request.options)
        let options = own.over(storage.options)
        assembly = RequestAssembly(
            storage: storage, source: request.source, accepted: request.mapping.accepted, fields: own.fields)
        state = CallState(
            id: storage.shared.nextCall(), source: request.source, options: options,
            delivery: request.mapping.delivery, settings: storage.settings, events: storage.shared.events,
            onProgress: onProgress, isExplaining: isExplaining)
    }

    func run() async throws(CallError<Failure>) -> Response {
        do throws(CallError<Failure>) {
            guard !Task.isCancelled else { throw error(.cancelled) }
            let (request, response) = try await exchange()
            let value = try await value(of: response, to: request)
            state.emit { .succeeded }
            return value
        } catch {
            state.emit { .failed("\(error)") }
            throw error
        }
    }

    /// The request as it would go out, after the middleware.
    func explain() async throws(CallError<Failure>) -> RequestExplanation {
        do {
            _ = try await Next(chain, CallContext(state))(assembly.request())
        } catch let explained as ExplainedRequest {
            return RequestExplanation(
                call: state.source.description, request: RedactedRequest(explained.request, by: state.redaction))
        } catch {
            throw self.error(error)
        }
        throw error(.invalidRequest(InvalidRequest(.options, "a middleware answers this call; nothing goes out")))
    }

    private func exchange() async throws(CallError<Failure>) -> (HTTPRequest, HTTPResponse) {
        do {
            let request = try assembly.request()
            state.note(request)
            state.emit { .started(RedactedRequest(request, by: state.redaction)) }
            let response = try await Next(chain, CallContext(state))(request)
            state.note(response.head)
            return (request, response)
        } catch {
            throw self.error(error)
        }
    }

    private func value(of response: HTTPResponse, to sent: HTTPRequest) async throws(CallError<Failure>) -> Response {
        let context = MappingContext(decoder: assembly.decoder, method: sent.method)
        let isSuccess = state.options.statusPolicy?.accepts(response.status) ?? (response.status.kind == .successful)
        guard isSuccess else { throw try await failure(response, context) }
        do {
            return try request.mapping.map(response, context)
        } catch {
            throw mappingError(error, response)
        }
    }

    /// What an answer that is no success says.
    private func failure(
        _ response: HTTPResponse, _ context: MappingContext
    ) async throws(CallError<Failure>) -> CallError<Failure> {
        var response = response
        do {
            response.body = .bytes(try await response.bytes(limit: CallContext(state).bodyLimit))
        } catch {
            throw self.error(error)
        }
        do {
            return error(.failure(try request.failureMapping.map(response, context)))
        } catch {
            return self.error(.unexpectedStatus(errorBody(response), undecodable(Failure.self, error, response)))
        }
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

    private func error(_ reason: CallError<Failure>.Reason) -> CallError<Failure> { CallError(reason, state.record) }

    /// What the chain threw.
    private func error(_ error: any Error) -> CallError<Failure> {
        switch error {
        case let error as CallError<Failure>: error
        case let error as InvalidRequest: self.error(.invalidRequest(error))
        case let error as TransportError: self.error(reason(error))
        case is CancellationError: self.error(.cancelled)
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
