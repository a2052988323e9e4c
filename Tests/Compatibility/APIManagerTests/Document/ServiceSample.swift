// swift-format-ignore-file: OmitExplicitReturns

import APIManager
import Foundation

// The document's service. Adapted: `Self` as a value is `Self.self`, and `APIRequest` names what it returns, which the
// page that the document was kept on has lost. The base is httpbin's, and the path one that it gives back.

open class ExampleService: APIService {
    open class var baseURL: String {
        return ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"] ?? "http://127.0.0.1:9"
    }

    open class var headers: HTTPHeaders? {
        return [
            "Content-Type": "application/json"
        ]
    }

    open class func getUser(byId id: Int) -> APIRequest<ReturnType> {
        return APIRequest(service: Self.self, endpoint: "/anything/users", params: ["id": id], body: nil, method: .GET)
    }

    /// Whose type its callback names.
    open class func getAnything<Value>(byId id: Int) -> APIRequest<Value> {
        return APIRequest(service: Self.self, endpoint: "/anything/users", params: ["id": id], body: nil, method: .GET)
    }
}

/// What httpbin makes of a request.
public struct ReturnType: Decodable, Equatable, APIReturnable, Sendable {
    var method: String
    var args: [String: String]
    var headers: [String: String]
    var json: [String: String]?
    var url: String
}
