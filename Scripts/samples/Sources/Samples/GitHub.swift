import Foundation
import Portico
import PorticoURLSession

// The samples of the design, letter for letter where they can be.

struct ListRepos: Endpoint { // GET /orgs/apple/repos?per_page=50&sort=pushed
    static let route: Route = "GET /orgs/{org}/repos"
    typealias Response = [Repo]
    var org: String // named in the route: a path parameter, one escaped segment
    @Query("per_page") var perPage: Int? = nil // renamed: needs a default; a required one is renamed in CodingKeys
    var sort: Sort? // not in the route: query for GET/HEAD/DELETE, JSON body field else
    @Header("X-Trace") var trace: String? = nil
}

struct CreateIssue: Endpoint {
    static let route: Route = "POST /repos/{owner}/{repo}/issues"
    typealias Response = Issue
    typealias Failure = GitHubProblem // what a non-2xx body decodes to
    var owner: String, repo: String
    @Body var issue: NewIssue // or plain fields: title, labels, ... become the JSON object
}

/// The same call with plain properties.
struct CreateIssueByFields: Endpoint {
    static let route: Route = "POST /repos/{owner}/{repo}/issues"
    typealias Response = Issue
    typealias Failure = GitHubProblem
    var owner: String, repo: String
    var title: String
    var labels: [String] = []
}

struct SearchRepos: Endpoint {
    static let route: Route = "GET /search/repositories"
    static let mapping: ResponseMapping<[Repo]> = .at("data.items") // envelopes and combinations are values
    var text: String

    enum CodingKeys: String, CodingKey { case text = "q" }
}

struct GetDashboard: Endpoint {
    static let route: Route = "GET /dashboard"
    static let mapping: ResponseMapping<Dashboard> = .combined("user", "data.orders", as: Dashboard.init)
}

extension Request where Response == User { // factory functions, as in Get and APIManager
    static func user(_ id: Int) -> Self { .get("/users/\(id)") } // each interpolated value is one escaped segment
}

enum Todos: Router { // router enums, as in Moya and APILayer
    case list(done: Bool? = nil), show(id: Int), add(title: String)
    var route: Route {
        switch self {
        case .list: "GET /todos";
        case .show: "GET /todos/{id}";
        case .add: "POST /todos"
        }
    }
}

extension APIEnvironment {
    static let gitHub = APIEnvironment("GitHub", baseURL: "https://api.github.com")
}

let github = Client(environment: .gitHub, transport: .urlSession())
