import Foundation
import Portico
import PorticoCurl
import PorticoURLSession
import Testing

/// The servers that `make test` starts, by the addresses that it leaves in the environment.
enum TestServers {
    static let httpbin = address("PORTICO_HTTPBIN")
    static let nginx = address("PORTICO_NGINX_HTTP")
    static let pocketBase = address("PORTICO_POCKETBASE")
    static let glewlwyd = address("PORTICO_GLEWLWYD")
    static let hasProxies = ProcessInfo.processInfo.environment["PORTICO_PROXY"] != nil
    static let usesCurl = ProcessInfo.processInfo.environment["PORTICO_TRANSPORT"] == "curl"
    static let trustsAuthority = ProcessInfo.processInfo.environment["PORTICO_TRUSTS_AUTHORITY"] == "1"

    /// The base URL in a variable, or nil where that is not set.
    static func address(_ variable: String) -> URL? {
        ProcessInfo.processInfo.environment[variable].flatMap { URL(string: $0) }
    }
}

extension Trait where Self == ConditionTrait {
    static var needsHTTPBin: Self {
        .enabled(if: TestServers.httpbin != nil, "needs httpbin, which make test starts")
    }

    static var needsNginx: Self {
        .enabled(if: TestServers.nginx != nil, "needs nginx, which make test starts")
    }

    static var needsPocketBase: Self {
        .enabled(if: TestServers.pocketBase != nil, "needs PocketBase, which make test starts")
    }

    static var needsGlewlwyd: Self {
        .enabled(if: TestServers.glewlwyd != nil, "needs Glewlwyd, which make test starts where it is installed")
    }

    static var needsProxies: Self {
        .enabled(if: TestServers.hasProxies, "needs proxies, which make test starts")
    }

    static var needsTrustedAuthority: Self {
        .enabled(if: TestServers.trustsAuthority, "needs a trusted test authority, which make test adds where it may")
    }
}

/// One server, and exchanges with it over the transport under test.
struct TestServer {
    let base: URL
    /// libcurl where `PORTICO_TRANSPORT` says so: `make test` runs these tests over both.
    let transport: any Transport

    /// A server by its address; a test whose server may be missing is skipped before it comes here.
    init(_ base: URL?, _ transport: any Transport = Self.defaultTransport) throws {
        self.base = try #require(base)
        self.transport = transport
    }

    static var defaultTransport: any Transport { TestServers.usesCurl ? CurlTransport() : URLSessionTransport() }

    /// A client of the server, over the transport under test.
    var client: Client { .patient(base, transport) }

    static var httpbin: TestServer { get throws { try TestServer(TestServers.httpbin) } }
    static var nginx: TestServer { get throws { try TestServer(TestServers.nginx) } }

    /// Sends a request for a path, escaped already and with its query, and returns the answer.
    func send(
        _ method: HTTPMethod = .get,
        _ path: String,
        fields: HTTPFields = [:],
        body: HTTPBody = .none,
        options: TransportOptions = TransportOptions(timeout: .seconds(600))
    ) async throws -> HTTPResponse {
        let url = try #require(URL(string: base.absoluteString + path))
        let request = try #require(HTTPRequest(method: method, url: url, fields: fields, body: body))
        try request.validate()
        return try await transport.send(request, options)
    }

    /// What httpbin says that it received.
    func echo(
        _ method: HTTPMethod = .get, _ path: String, fields: HTTPFields = [:], body: HTTPBody = .none
    ) async throws -> Echo {
        let response = try await send(method, path, fields: fields, body: body)
        try #require(response.status == .ok)
        return try JSONDecoder().decode(Echo.self, from: #require(response.data))
    }
}

/// A request as httpbin read it.
struct Echo: Decodable {
    let method: String?
    let url: String
    let args: [String: OneOrMore]
    let headers: [String: String]
    let data: String?
    let form: [String: OneOrMore]?
    let files: [String: OneOrMore]?
}

/// One text, or all the texts of a repeated name.
struct OneOrMore: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    let values: [String]

    init(stringLiteral value: String) { values = [value] }
    init(arrayLiteral elements: String...) { values = elements }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        values = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }
}

extension HTTPResponse {
    /// A buffered body as text.
    var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }
}
