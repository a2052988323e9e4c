/// A call as a value: a type whose stored properties are the parameters.
///
/// ```swift
/// struct ListRepos: Endpoint {
///     static let route: Route = "GET /orgs/{org}/repos"
///     typealias Response = [Repo]
///     var org: String                                      // named in the route: a path segment
///     @Query("per_page") var perPage: Int? = nil           // renamed
///     var sort: Sort?                                      // the query of GET, HEAD, DELETE; a body member else
///     @Header("X-Trace") var trace: String? = nil
/// }
///
/// let repos = try await github.send(ListRepos(org: "apple"))
/// ```
///
/// The compiler writes `encode(to:)`, so the binding costs no macro and no reflection. Write a struct, or a final
/// class: of a subclass the compiler encodes nothing but what it inherits.
public protocol Endpoint: Encodable, Sendable {
    /// What a successful answer is made into: `Void` unless said otherwise, by a typealias in a generic endpoint too,
    /// even where its parameter is called `Response`.
    associatedtype Response: Sendable = Void
    /// What an answer that is no success is made into: the body kept whole unless said otherwise.
    associatedtype Failure: Sendable = ErrorBody

    /// The method and the path template.
    static var route: Route { get }
    /// How an answer becomes a `Response`; what `Response` itself can do unless said otherwise.
    static var mapping: ResponseMapping<Response> { get }
    /// How an answer that is no success becomes a `Failure`.
    static var failureMapping: ResponseMapping<Failure> { get }
    /// The form of the body; JSON unless said otherwise.
    static var bodyFormat: BodyFormat { get }
    /// How the parameters are written where this differs from the client's style.
    static var style: ParameterStyle { get }
    /// The server, where it is not the client's. Its own default fields and query then take the place of the client's.
    static var environment: APIEnvironment? { get }
    /// Rewrites the parameters of this endpoint, before the client's mapper.
    static var mapper: (any RequestMapper)? { get }
    /// What is asked of each call, where it differs from the client's options.
    static var options: CallOptions { get }
}

extension Endpoint {
    public static var bodyFormat: BodyFormat { .json }
    public static var style: ParameterStyle { .inherited }
    public static var environment: APIEnvironment? { nil }
    public static var mapper: (any RequestMapper)? { nil }
    public static var options: CallOptions { .none }
}

// The mapping that a `Response` or `Failure` brings along. Where it is both Decodable and ResponseConvertible, the
// latter was written for this purpose and wins. A type that is neither meets the unavailable one, whose message is what
// its author sees.

extension Endpoint where Response == Void {
    public static var mapping: ResponseMapping<Response> { .ignored }
}

extension Endpoint where Response: Decodable {
    public static var mapping: ResponseMapping<Response> { .decoded }
}

extension Endpoint where Response: ResponseConvertible {
    public static var mapping: ResponseMapping<Response> { .converted }
}

extension Endpoint where Response: Decodable & ResponseConvertible {
    public static var mapping: ResponseMapping<Response> { .converted }
}

extension Endpoint {
    @available(
        *, unavailable,
        message: "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else declare a mapping"
    )
    public static var mapping: ResponseMapping<Response> { .missing }
}

extension Endpoint where Failure: Decodable {
    public static var failureMapping: ResponseMapping<Failure> { .decoded }
}

extension Endpoint where Failure: ResponseConvertible {
    public static var failureMapping: ResponseMapping<Failure> { .converted }
}

extension Endpoint where Failure: Decodable & ResponseConvertible {
    public static var failureMapping: ResponseMapping<Failure> { .converted }
}

extension Endpoint {
    @available(
        *, unavailable,
        message: "Failure must be a nonisolated Decodable or ResponseConvertible; else declare a failureMapping"
    )
    public static var failureMapping: ResponseMapping<Failure> { .missing }
}
