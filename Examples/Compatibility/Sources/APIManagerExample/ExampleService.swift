import APIManager
import PorticoTesting

/// A server in this process.
private let server = try? MockServer { request in
    switch request.target {
    case "/users?id=452398": .json(#"{"id": 452398, "name": "Ada"}"#)
    default: .json(#"{"message": "nobody of that number"}"#, status: 404)
    }
}

public struct User: Decodable, APIReturnable, Sendable {
    var id: Int
    var name: String
}

open class ExampleService: APIService {
    open class var baseURL: String {
        server?.baseURL.absoluteString ?? "http://127.0.0.1:9"
    }

    open class var headers: HTTPHeaders? {
        [
            "Content-Type": "application/json"
        ]
    }

    open class func getUser(byId id: Int) -> APIRequest<User> {
        APIRequest(service: Self.self, endpoint: "/users", params: ["id": id], body: nil, method: .GET)
    }
}

/// A key that goes along.
struct APIKey: APIAuthorization {
    var key: String
    var params: HTTPParameters? { ["key": key] }
}
