public import Portico
import SystemTransport

/// The endpoints of an API, with what they have in common.
///
/// ```swift
/// open class ExampleService: APIService {
///     open class var baseURL: String { "https://api.example.com" }
///
///     open class func getUser(byId id: Int) -> APIRequest<User> {
///         APIRequest(service: Self.self, endpoint: "/users", params: ["id": id], body: nil, method: .GET)
///     }
/// }
/// ```
///
/// What it says is asked for each request that is performed, from any thread.
public protocol APIService: SendableMetatype {
    /// What the paths of endpoints are below: an `http` or `https` URL, with a path or without. One that is none makes
    /// each request fail.
    static var baseURL: String { get }
    /// Fields of every request; none unless said otherwise. A `Content-Type` goes only with a body of JSON.
    static var headers: HTTPHeaders? { get }
    /// Whether an answer of this status is a success; 200 to 299 unless said otherwise. All others reach `onFailure`.
    static func accepts(statusCode: Int) -> Bool
    /// Who carries the requests; URLSession on Apple's systems and libcurl elsewhere, unless said otherwise. Give one
    /// that lives as long as the program, and in a test one that answers in process.
    static var transport: any Transport { get }
}

extension APIService {
    public static var headers: HTTPHeaders? { nil }
    public static func accepts(statusCode: Int) -> Bool { (200...299).contains(statusCode) }
    public static var transport: any Transport { SystemTransport.shared }
}

extension APIService {
    /// A client for one request.
    static var client: Client {
        let fields = HTTPFields(
            (headers ?? [:]).sorted { $0.key < $1.key }
                .map { HTTPField(name: HTTPField.Name($0.key), value: $0.value) })
        let environment = APIEnvironment("\(Self.self)", baseURL: baseURL, fields: fields)
        let policy = StatusPolicy { accepts(statusCode: $0.code) }
        return Client(environment: environment, transport: transport).withOptions(CallOptions(statusPolicy: policy))
    }
}
