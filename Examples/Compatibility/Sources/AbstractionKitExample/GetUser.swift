import AbstractionKit

struct GetUser: EndpointDefinition {
    /// Means this endpoint returns single User object.
    typealias Response = SingleResponse<User>

    /// Path for resource.
    static let path: String = "/user"

    /// You can switch server for each endpoint.
    /// (You can use .staging or .mock if you defined.)
    static let environment: Environment = .mock

    /// Parameters to contain in request.
    let parameters: [String: Any]

    /// HTTP method
    var method: HTTPMethod = .get

    init(userID: Int) {
        parameters = [
            "id": userID
        ]
    }
}

/// The user and what is new, in one answer.
struct GetOverview: EndpointDefinition {
    typealias Response = CombinedResponse<SingleResponse<User>, ArrayResponse<Message>>

    static let path = "/overview"
    static let environment: Environment = .mock
    let parameters: [String: Any] = [:]
    var method: HTTPMethod = .get
}
