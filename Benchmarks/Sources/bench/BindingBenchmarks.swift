import Foundation
import Portico

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Five parameters: one in the path, three in the query, one in a field.
struct ListRepos: Endpoint {
    static let route: Route = "GET /orgs/{org}/repos"
    typealias Response = Data

    var org: String
    @Query("per_page") var perPage: Int? = nil
    var sort: String?
    var page: Int
    @Header("X-Trace") var trace: String? = nil

    static let sample = ListRepos(org: "apple", perPage: 50, sort: "pushed", page: 3, trace: "4bf92f3577b34da6")
}

/// Four parameters: two in the path, two as members of a JSON body.
struct CreateIssue: Endpoint {
    static let route: Route = "POST /repos/{owner}/{repo}/issues"
    typealias Response = Data

    var owner: String
    var repo: String
    var title: String
    var labels: [String]

    static let sample = CreateIssue(owner: "apple", repo: "swift", title: "A title", labels: ["bug", "compiler"])
}

extension Benchmark {
    /// From an endpoint's value to an `HTTPRequest`.
    static let binding: [Benchmark] = [
        .microseconds("bind.us") { try client.httpRequest(for: ListRepos.sample) },
        .allocations("bind.allocations") { try client.httpRequest(for: ListRepos.sample) },
        .microseconds("bind.urlrequest.us") { handMadeRequest() },
        Benchmark(name: "bind.over_urlrequest", measure: .ratio(of: "bind.us", to: "bind.urlrequest.us")),
        .microseconds("bind.json.us") { try client.httpRequest(for: CreateIssue.sample) },
        .allocations("bind.json.allocations") { try client.httpRequest(for: CreateIssue.sample) },
    ]

    static let client = Client(
        environment: APIEnvironment("benchmarks", baseURL: "https://api.github.com"), transport: LoopbackTransport())

    /// What one writes with no library, for the same parameters.
    private static func handMadeRequest() -> URLRequest? {
        let endpoint = ListRepos.sample
        var components = URLComponents()
        components.scheme = "https"
        components.host = "api.github.com"
        components.path = "/orgs/\(endpoint.org)/repos"
        components.queryItems = [
            URLQueryItem(name: "per_page", value: endpoint.perPage.map { "\($0)" }),
            URLQueryItem(name: "sort", value: endpoint.sort),
            URLQueryItem(name: "page", value: "\(endpoint.page)"),
        ]
        guard let url = components.url else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = "GET"
        request.setValue(endpoint.trace, forHTTPHeaderField: "X-Trace")
        request.setValue("*/*", forHTTPHeaderField: "Accept")
        request.setValue(Client.defaultUserAgent, forHTTPHeaderField: "User-Agent")
        return request
    }
}

/// Answers at once with two bytes of JSON.
struct LoopbackTransport: Transport {
    var capabilities: TransportCapabilities { .all }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        HTTPResponse(status: .ok, fields: [.contentType: "application/json"], body: Self.body)
    }

    private static let body = Data("{}".utf8)
}
