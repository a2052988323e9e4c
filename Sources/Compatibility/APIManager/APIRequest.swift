import Portico
import Synchronization
import UntypedValues

/// One call of a service's endpoint, to be performed once.
///
/// ```swift
/// ExampleService.getUser(byId: 452398)
///     .onSuccess { user in … }
///     .onFailure { error in … }
///     .perform(withAuthorization: nil)
/// ```
///
/// Of the three kinds of callbacks exactly one is called, each of them once and on a background thread; one that is
/// added after the end is called too. A function that is generic over what it returns leaves that to the callback:
///
/// ```swift
/// open class func getUser<Value>(byId id: Int) -> APIRequest<Value> {
///     APIRequest(service: Self.self, endpoint: "/users", params: ["id": id], body: nil, method: .GET)
/// }
///
/// ExampleService.getUser(byId: 452398).onSuccess { (user: User) in … }.perform(withAuthorization: nil)
/// ```
public final class APIRequest<ReturnType: APIReturnable & Sendable>: Sendable {
    private typealias Running = Call<ReturnType, ErrorBody>

    private let service: any APIService.Type
    private let path: RequestPath
    private let parameters: [String: UntypedValue]
    private let body: [String: UntypedValue]?
    private let method: HTTPMethod
    private let state = Mutex(State())

    /// The callbacks wait for the call that they belong to.
    private struct State {
        var call: Running?
        var waiting: [@Sendable (Running) -> Void] = []
    }

    /// A request of a service.
    /// - Parameters:
    ///   - service: what it has in common with others.
    ///   - endpoint: the path below the service's base. What cannot stand in a URL is escaped; what is escaped stays
    ///     so. A slash in a value that was put into it is one of the path, so escape such values.
    ///   - params: the query, escaped on its way out; an array repeats its name, `NSNull` is left out.
    ///   - body: the members of a JSON object; nil for no body.
    ///   - method: how the endpoint is asked.
    ///
    /// A value that JSON cannot tell makes the request fail, with an error that names it.
    public init(
        service: any APIService.Type, endpoint: String, params: HTTPParameters? = nil, body: HTTPBody? = nil,
        method: HTTPMethod
    ) {
        self.service = service
        path = RequestPath(unescaped: endpoint)
        parameters = (params ?? [:]).untyped
        self.body = body?.untyped
        self.method = method
    }

    /// Called with what the answer was made into.
    @preconcurrency @discardableResult
    public func onSuccess(_ handler: @escaping @Sendable (_ returnValue: ReturnType) -> Void) -> Self {
        add { $0.onSuccess { value in handler(value) } }
    }

    /// Called with why there is none: a `CallError<ErrorBody>` of `Portico`.
    @preconcurrency @discardableResult
    public func onFailure(_ handler: @escaping @Sendable (_ error: any Error) -> Void) -> Self {
        add { $0.onFailure { error in handler(error) } }
    }

    /// Called when the request was cancelled.
    @preconcurrency @discardableResult
    public func onCancellation(_ handler: @escaping @Sendable () -> Void) -> Self {
        add { $0.onCancel { handler() } }
    }

    /// Sends the request; one that was performed or cancelled before is not sent again.
    /// - Parameter authorization: what is added to the request; nil for nothing.
    @discardableResult
    public func perform(withAuthorization authorization: (any APIAuthorization)?) -> Self {
        take(makeCall(authorization)).start()
        return self
    }

    /// Ends the request; one that has not been performed ends with nothing sent. After the end it does nothing.
    public func cancel() { take(makeCall(nil)).cancel() }

    private func add(_ register: @escaping @Sendable (Running) -> Void) -> Self {
        let call = state.withLock { state in
            if state.call == nil { state.waiting.append(register) }
            return state.call
        }
        if let call { register(call) }
        return self
    }

    /// The call that there is, or this one, with the callbacks that have waited for it.
    private func take(_ made: Running) -> Running {
        let (call, waiting) = state.withLock { state in
            defer { state.waiting = [] }
            let call = state.call ?? made
            state.call = call
            return (call, state.waiting)
        }
        for register in waiting { register(call) }
        return call
    }

    private func makeCall(_ authorization: (any APIAuthorization)?) -> Running {
        let proof = (authorization?.body?.untyped).map { proof in (body ?? [:]).merging(proof) { $1 } }
        let request = Request<ReturnType, ErrorBody>(
            method.method, path,
            query: RequestValues(parameters.merging(authorization?.params?.untyped ?? [:]) { $1 }),
            fields: RequestValues(untyped: authorization?.headers ?? [:]),
            body: (proof ?? body).map { .json($0) } ?? .none,
            mapping: .custom { response, context in try ReturnType(from: context.bytes(of: response)) })
        return service.client.withRedaction(.standard.hiding(authorization)).call(request.named("\(service)"))
    }
}
