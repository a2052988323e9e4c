/// The rest of the chain, called like a function: `try await next(request)`.
///
/// A value, so that a middleware may keep it in a task, and call it more than once.
public struct Next: Sendable {
    private let index: Int
    private let context: CallContext

    init(_ context: CallContext, from index: Int = 0) {
        self.index = index
        self.context = context
    }

    /// Sends the request through the layers that follow, and returns their answer.
    public func callAsFunction(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await call(request, context)
    }

    /// The same, in another context.
    func call(_ request: HTTPRequest, _ context: CallContext) async throws -> HTTPResponse {
        let chain = context.state.chain
        let index = chain.nextLayer(from: index, context)
        guard index < chain.layers.count else { return try await chain.carry(request, context) }
        let next = Next(context, from: index + 1)
        return try await chain.layers[index].intercept(request, context: context, next: next)
    }
}
