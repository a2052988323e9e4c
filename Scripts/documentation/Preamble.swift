// What the samples of the documentation take for granted. A document that declares one of these names means its own.

import Foundation
import Portico
import PorticoURLSession

let github = Client(environment: .gitHub, transport: .urlSession())
let api = Client(environment: .shop, transport: .urlSession())
let client = api

/// Where a test keeps its fixtures.
let folder = URL(filePath: "Fixtures")

/// A folder of the user's.
let downloads = URL(filePath: "/var/tmp/downloads")

/// The bytes of an answer.
let data = Data()

extension APIEnvironment {
    static let gitHub = APIEnvironment("GitHub", baseURL: "https://api.github.com")
    static let shop = APIEnvironment("shop", baseURL: "https://shop.example/api")
}

struct User: Codable, Equatable, Sendable {
    var id: Int
    var name: String
}

struct Todo: Codable, Sendable {
    var id: Int
    var title: String
}

struct Repo: Codable, Sendable {
    var name: String
}

struct Order: Codable, Sendable {
    var id: Int
}

struct GitHubProblem: Decodable, Sendable {
    var message: String
}

struct ListRepos: Endpoint {
    static let route: Route = "GET /orgs/{org}/repos"
    typealias Response = [Repo]
    typealias Failure = GitHubProblem
    var org: String
}

struct ShowUser: Endpoint {
    static let route: Route = "GET /users/{id}"
    typealias Response = User
    var id: Int
}

struct ListUsers: Endpoint {
    static let route: Route = "GET /users"
    typealias Response = [User]
}
