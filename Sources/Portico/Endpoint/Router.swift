/// Several calls as one enum: each case is a call, its labelled values are the parameters.
///
/// ```swift
/// enum Todos: Router {
///     case list(done: Bool? = nil), show(id: Int), add(title: String)
///
///     var route: Route {
///         switch self {
///         case .list: "GET /todos"
///         case .show: "GET /todos/{id}"
///         case .add: "POST /todos"
///         }
///     }
/// }
///
/// let todos: [Todo] = try await api.send(Todos.list())
/// ```
///
/// A value goes where an ``Endpoint``'s property of the same name would. One without a label can only be a ``Body``.
public protocol Router: Encodable, Sendable {
    /// What an answer that is no success is made into: the body kept whole unless said otherwise.
    associatedtype Failure: Sendable = ErrorBody

    /// The method and path template of this case.
    var route: Route { get }
    /// The form of this case's body; JSON unless said otherwise.
    var bodyFormat: BodyFormat { get }
    /// What is asked of this case's call, where it differs from the client's options.
    var options: CallOptions { get }
    /// How an answer that is no success becomes a `Failure`.
    static var failureMapping: ResponseMapping<Failure> { get }
    /// How the parameters are written where this differs from the client's style.
    static var style: ParameterStyle { get }
    /// The server, where it is not the client's.
    static var environment: APIEnvironment? { get }
    /// Rewrites the parameters of each case, before the client's mapper.
    static var mapper: (any RequestMapper)? { get }
}

extension Router {
    public var bodyFormat: BodyFormat { .json }
    public var options: CallOptions { CallOptions() }
    public static var style: ParameterStyle { .inherited }
    public static var environment: APIEnvironment? { nil }
    public static var mapper: (any RequestMapper)? { nil }
}

extension Router where Failure: Decodable {
    public static var failureMapping: ResponseMapping<Failure> { .decoded }
}

extension Router where Failure: ResponseConvertible {
    public static var failureMapping: ResponseMapping<Failure> { .converted }
}

extension Router where Failure: Decodable & ResponseConvertible {
    public static var failureMapping: ResponseMapping<Failure> { .converted }
}

extension Router {
    @available(
        *, unavailable,
        message: "Failure must be a nonisolated Decodable or ResponseConvertible; else declare a failureMapping"
    )
    public static var failureMapping: ResponseMapping<Failure> { .missing }
}
