#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// One call from its request to its value: bind, send through the chain, judge the status, map.
extension CallState {
    /// The call's value, or the error that it fails with; the observers are told which.
    func value<Response, Failure>(
        _ mapping: ResponseMapping<Response>, orFailure failureMapping: @autoclosure () -> ResponseMapping<Failure>
    ) async throws(CallError<Failure>) -> Response {
        let (response, context): (HTTPResponse, MappingContext)
        do {
            (response, context) = try await answer()
        } catch {
            throw reported(self.error(error))
        }
        guard isSuccess(response.status) else {
            throw reported(await failure(response, context, failureMapping()))
        }
        do {
            let value = try mapping.map(response, context)
            reportSuccess()
            return value
        } catch {
            throw reported(mappingError(error, response, Response.self))
        }
    }

    /// What the call is answered, and what its mapping may need beside it.
    private func answer() async throws -> (HTTPResponse, MappingContext) {
        let request = try begin()
        emitStarted(request)
        let response = try await response(to: request)
        return (response, mappingContext(request))
    }

    func mappingContext(_ sent: HTTPRequest) -> MappingContext {
        MappingContext(decoder: storage.decoder(of: source), method: sent.method)
    }

    /// The request as the call declares it, unless the call was cancelled before.
    func begin() throws -> HTTPRequest {
        guard !Task.isCancelled else { throw CancellationError() }
        return try declared()
    }

    /// What the chain answers.
    func response(to request: HTTPRequest) async throws -> HTTPResponse {
        do {
            let response = try await chain.answer(request, context)
            note(response.head)
            return response
        } catch {
            note(first: request)
            endAttempts(error)
            throw error
        }
    }

    var context: CallContext { CallContext(self) }

    func isSuccess(_ status: HTTPStatus) -> Bool {
        options.statusPolicy?.accepts(status) ?? (status.kind == .successful)
    }

    func emitStarted(_ request: HTTPRequest) { emit { .started(RedactedRequest(request, by: redaction)) } }

    func reportSuccess() { emit(outcome: OutcomeLabel.succeeded) { .succeeded } }

    /// Tells the observers of the error with which the call ends.
    func reported<Failure>(_ error: CallError<Failure>) -> CallError<Failure> {
        emit(outcome: OutcomeLabel.text(ofCall: error)) { .failed("\(error)") }
        return error
    }
}

extension Request {
    /// Sends the request by a client.
    /// - Parameter options: what is asked of this call, over the request's own options.
    func value(
        _ options: CallOptions, _ storage: Client.Storage, onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Failure>) -> Response {
        try await CallState(storage, source, options.over(self.options), mapping, onProgress: onProgress)
            .value(mapping, orFailure: failureMapping)
    }

    /// The request as it would go out, after the middleware.
    func explanation(
        _ options: CallOptions, _ storage: Client.Storage
    ) async throws(CallError<Failure>) -> RequestExplanation {
        let state = CallState(storage, source, options.over(self.options), mapping, isExplaining: true)
        var problem: CallError<Failure> = state.error(
            .invalidRequest(InvalidRequest(.options, "a middleware answers this call; nothing goes out")))
        do {
            _ = try await Next(state.context)(state.declared())
        } catch {
            problem = state.error(error)
        }
        // What a middleware makes of the error by which the chain was left is of no account.
        guard let request = state.request else { throw problem }
        return RequestExplanation(
            call: source.description, request: RedactedRequest(request, by: state.redaction))
    }
}
