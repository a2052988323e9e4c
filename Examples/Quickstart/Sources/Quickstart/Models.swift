import Foundation

// What the API speaks of. Any Decodable type will do; what is sent is Encodable as well.

struct User: Codable, Sendable {
    var id: Int
    var name: String
    var joined: Date
}

struct Todo: Codable, Sendable {
    var id: Int
    var title: String
    var done: Bool
    var due: Date?
}

struct Overview: Sendable {
    var user: User
    var todos: [Todo]
}

/// What the API answers when it does not like a change.
struct Rejection: Decodable, Sendable {
    var title: String
}
