import AbstractionKit
import PorticoTesting

/// A server in this process.
private let server = try? MockServer { request in
    switch request.target {
    case "/user?id=100": .json(#"{"user": {"id": 100, "name": "Ada"}}"#)
    case "/overview": .json(#"{"user": {"id": 100, "name": "Ada"}, "messages": [{"text": "hello"}]}"#)
    default: .json(#"{"users": []}"#)
    }
}

extension Environment {
    static let mock = Environment("mock", baseURL: server?.baseURL.absoluteString ?? "http://127.0.0.1:9")
}
