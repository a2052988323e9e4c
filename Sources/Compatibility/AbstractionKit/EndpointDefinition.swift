/// One call of an API: where it goes, with what, and what comes back.
///
/// ```swift
/// struct GetUser: EndpointDefinition {
///     typealias Response = SingleResponse<User>
///
///     static let path = "/user"
///     static let environment: Environment = .production
///     let parameters: [String: Any]
///     var method: HTTPMethod = .get
///
///     init(userID: Int) { parameters = ["id": userID] }
/// }
///
/// let user = try await client.send(GetUser(userID: 100))
/// ```
public protocol EndpointDefinition: SendableMetatype {
    /// How the JSON of an answer becomes a value.
    associatedtype Response: ResponseDefinition

    /// The path below the base of the environment, escaped already.
    static var path: String { get }
    /// The server, which each endpoint chooses for itself.
    static var environment: Environment { get }
    /// What goes into the query of a GET, HEAD, DELETE or OPTIONS, and is the JSON body of the others. Values are
    /// escaped on their way out; one that JSON cannot tell makes the call fail, with an error that names it.
    var parameters: [String: Any] { get }
    /// How it is asked.
    var method: HTTPMethod { get }
    /// Fields of the request besides; none unless said otherwise.
    var headers: [String: String] { get }
}

extension EndpointDefinition {
    public var headers: [String: String] { [:] }
}
