import Foundation

// Models are written `nonisolated` where the module belongs to the main actor; elsewhere that changes nothing.

nonisolated enum Sort: String, Codable { case created, pushed }

nonisolated struct Repo: Codable, Equatable {
    var name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        Threads.note("Repo is decoded")
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
}

nonisolated struct NewIssue: Encodable {
    var title: String

    func encode(to encoder: any Encoder) throws {
        Threads.note("NewIssue is encoded")
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(title, forKey: .title)
    }

    enum CodingKeys: CodingKey { case title }
}

nonisolated struct Issue: Decodable, Equatable { var number: Int }

nonisolated struct User: Codable, Equatable {
    var id: Int
    var name: String
}

nonisolated struct Todo: Codable, Equatable {
    var id: Int
    var title: String
}

nonisolated struct Dashboard: Equatable {
    var user: User
    var orders: [Int]
}

nonisolated struct GitHubProblem: Decodable, Equatable {
    var message: String

    init(message: String) { self.message = message }

    init(from decoder: any Decoder) throws {
        Threads.note("GitHubProblem is decoded")
        message = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .message)
    }

    enum CodingKeys: CodingKey { case message }
}
