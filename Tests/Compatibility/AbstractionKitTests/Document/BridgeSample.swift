// swift-format-ignore-file: OmitExplicitReturns

import AbstractionKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The document's bridge to a networking framework. Adapted: the class of an answer is Foundation's own module's on
// Linux.

struct APIKitBridgeRequest<Endpoint: EndpointDefinition>: APIKit.Request {
    typealias Response = Endpoint.Response.Result
    var baseURL: URL = Endpoint.environment.url(forPath: "")

    var path = Endpoint.path

    var parameters: Any? {
        return endpoint.parameters
    }

    var method: APIKit.HTTPMethod {
        return endpoint.method.apiKitMethod
    }

    private let endpoint: Endpoint

    init(endpoint: Endpoint) {
        self.endpoint = endpoint
    }

    func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Endpoint.Response.Result {
        guard let jsonObj = object as? Endpoint.Response.JSON else {
            fatalError()
        }
        return try Endpoint.Response.init(json: jsonObj).result
    }
}

extension HTTPMethod {
    /// What the document implies.
    var apiKitMethod: APIKit.HTTPMethod { self == .get ? .get : .post }
}
