/// The layers of a client, outermost first, with the transport behind them.
final class Chain: Sendable {
    let layers: [any Middleware]
    private let transport: any Transport
    /// Asked for once: a transport's capabilities never change.
    private let capabilities: TransportCapabilities
    private let tellsTimings: Bool
    /// Whether the transport ends with its deadline and its caller's cancellation by itself.
    private let keepsDeadlines: Bool
    /// Where retries are.
    private let retries: Int?
    /// Whether all layers do.
    private let hasOwnLayersOnly: Bool

    init(around call: [any Middleware], around attempt: [any Middleware], _ transport: any Transport) {
        layers = call + [AttemptMiddleware()] + attempt
        self.transport = transport
        capabilities = transport.capabilities
        tellsTimings = !capabilities.missing.contains(.timings)
        keepsDeadlines = (transport as? any DeadlineKeeping)?.keepsDeadlines == true
        retries = layers.firstIndex { $0 is RetryMiddleware }
        hasOwnLayersOnly = layers.allSatisfy { ($0 as? any DeadlineKeeping)?.keepsDeadlines == true }
    }

    /// Sends a request through the layers, and lets the caller go when the total deadline passes, whatever they do.
    func answer(_ request: HTTPRequest, _ context: CallContext) async throws -> HTTPResponse {
        let next = Next(context)
        guard let timeLeft = context.timeLeft, !hasOwnLayersOnly || context.options.redirectPolicy?.asks == true else {
            return try await next.call(request, context)
        }
        // Else a layer that never returns would be waited for.
        guard timeLeft > .zero else { throw TransportError(.timedOut(.total)) }
        return try await context.race(within: timeLeft, .total) { try await next(request) }
    }

    /// The layer at an index, or the next one where a call that is never sent again has no use for it.
    func nextLayer(from index: Int, _ context: CallContext) -> Int {
        index == retries && !context.state.options.retries ? index + 1 : index
    }

    /// Checks the request and hands it to the transport.
    func carry(_ request: HTTPRequest, _ context: CallContext) async throws -> HTTPResponse {
        try request.validate()
        guard !context.isExplaining else {
            context.state.note(first: request)
            throw ExplainedRequest()
        }
        context.state.note(request)
        try check(request, context)
        let limits = try context.remainingTime()
        var options = TransportOptions(
            delivery: context.state.delivery,
            connectTimeout: context.options.connectTimeout,
            timeout: limits.timeout,
            bodyLimit: context.bodyLimit,
            clock: context.clock,
            onProgress: context.state.onProgress,
            onTimings: onTimings(context)
        )
        options.context = context
        do {
            guard !keepsDeadlines else { return try await transport.send(request, options) }
            return try await guarded(request, options, context)
        } catch let error as TransportError {
            // The transport knows one deadline only; which of ours it was, we know.
            throw error.kind == .timedOut(.attempt) && limits.isTotal ? TransportError(.timedOut(.total)) : error
        }
    }

    /// Has a transport that may heed neither deadline nor cancellation send, and lets the caller go in time.
    private func guarded(
        _ request: HTTPRequest, _ options: TransportOptions, _ context: CallContext
    ) async throws -> HTTPResponse {
        try await context.race(within: options.timeout, .attempt) { [transport] in
            try await transport.send(request, options)
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
