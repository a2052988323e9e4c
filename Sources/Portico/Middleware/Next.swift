/// The rest of the chain, called like a function: `try await next(request)`.
///
/// A value, so that a middleware may keep it in a task, and call it more than once.
public struct Next: Sendable {
    private let chain: Chain
    private let index: Int
    private let context: CallContext

    init(_ chain: Chain, from index: Int = 0, _ context: CallContext) {
        self.chain = chain
        self.index = index
        self.context = context
    }

    /// Sends the request through the layers that follow, and returns their answer.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await call(request, context)
    }

    /// The same, in another context.
    func call(_ request: HTTPRequest, _ context: CallContext) async throws -> HTTPResponse {
        guard index < chain.layers.count else { return try await chain.carry(request, context) }
        let next = Next(chain, from: index + 1, context)
        return try await chain.layers[index].intercept(request, context: context, next: next)
    }
}

/// The layers of a client, outermost first, with the transport behind them.
final class Chain: Sendable {
    let layers: [any Middleware]
    private let transport: any Transport
    /// Asked for once: a transport's capabilities never change.
    private let capabilities: TransportCapabilities
    private let tellsTimings: Bool

    init(around call: [any Middleware], around attempt: [any Middleware], _ transport: any Transport) {
        layers = call + [AttemptMiddleware()] + attempt
        self.transport = transport
        capabilities = transport.capabilities
        tellsTimings = !capabilities.missing.contains(.timings)
    }

    /// Checks the request and hands it to the transport.
    func carry(_ request: HTTPRequest, _ context: CallContext) async throws -> HTTPResponse {
        try request.validate()
        context.state.note(request)
        guard !context.isExplaining else {
            context.state.explain(request)
            throw ExplainedRequest()
        }
        try check(request, context)
        let limits = try context.remainingTime()
        let options = TransportOptions(
            delivery: context.state.delivery,
            connectTimeout: context.options.connectTimeout,
            timeout: limits.timeout,
            bodyLimit: context.bodyLimit,
            clock: context.clock,
            onProgress: context.state.onProgress,
            onTimings: onTimings(context)
        )
        do {
            return try await transport.send(request, options)
        } catch {
            // The transport knows one deadline only; which of ours it was, we know.
            throw error.kind == .timedOut(.attempt) && limits.isTotal ? TransportError(.timedOut(.total)) : error
        }
    }

    private func onTimings(_ context: CallContext) -> (@Sendable (TransportTimings) -> Void)? {
        guard tellsTimings else { return nil }
        return { [state = context.state, attempt = context.attempt] in state.note($0, attempt: attempt) }
    }

    /// Refuses what the transport says that it cannot do.
    private func check(_ request: HTTPRequest, _ context: CallContext) throws(InvalidRequest) {
        guard !capabilities.missing.isEmpty else { return }
        if context.options.connectTimeout != nil, capabilities.missing.contains(.connectDeadline) {
            throw InvalidRequest(.options, "this transport has no deadline for the connection; use attemptTimeout")
        }
        if context.state.onProgress != nil {
            // Whoever asks is told of either direction, and a request with no body has one only.
            let needed: Set<TransportCapabilities.Capability> =
                request.body.isNone ? [.downloadProgress] : [.uploadProgress, .downloadProgress]
            guard capabilities.missing.isDisjoint(with: needed) else {
                throw InvalidRequest(.options, "this transport reports no progress of that kind; leave onProgress out")
            }
        }
        if !request.body.isNone, request.method == .get || request.method == .head,
            capabilities.missing.contains(.bodyOnGet)
        {
            throw InvalidRequest(.body, "this transport sends no body with \(request.method); use POST or QUERY")
        }
    }
}

/// What leaves the chain from where the transport would be asked, when nothing is to be sent.
private struct ExplainedRequest: Error {}
