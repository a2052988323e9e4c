import APILayer
import Foundation
import PorticoTesting

/// A server in this process, which takes the second token.
private let server = try? MockServer { request in
    guard request.fields["X-Token"] == "token 2" else {
        return .json(#"{"message": "your token has ended"}"#, status: 401)
    }
    return switch request.target {
    case "/offices/berlin":
        .json(#"{"display_name": "Berlin", "founded": "2014-02-03T04:05:06Z", "members": [{"name": "Ole"}]}"#)
    default: .json("{}", status: 404)
    }
}

enum Router: RouterProtocol {
    case getOffice(officeName: String)
    case getCollection

    var method: APILayer.Method { .get }

    var path: String {
        switch self {
        case .getOffice(let officeName): "/offices/\(officeName)"
        case .getCollection: "/collection"
        }
    }

    var encoding: ParameterEncoding { .url }

    var baseURLString: String { server?.baseURL.absoluteString ?? "http://127.0.0.1:9" }
}
