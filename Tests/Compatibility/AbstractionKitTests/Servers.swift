import AbstractionKit
import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Testing

/// Where httpbin is, which `make test` starts.
let httpbin = ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"]

extension Trait where Self == ConditionTrait {
    static var needsHTTPBin: Self { .enabled(if: httpbin != nil, "needs httpbin, which make test starts") }
}

extension AbstractionKit.Environment {
    /// httpbin, where there is no production.
    static let production = AbstractionKit.Environment("production", baseURL: httpbin ?? "http://127.0.0.1:9")
    /// A server that the stubs below stand for.
    static let mock = AbstractionKit.Environment("mock", baseURL: "https://mock.example/api")
}

extension Client {
    static func over(_ transport: any Transport) -> Client {
        Client(environment: AbstractionKit.Environment.production.environment, transport: transport)
    }
}
