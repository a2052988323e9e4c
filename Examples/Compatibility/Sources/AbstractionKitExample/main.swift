import AbstractionKit
import Portico
import PorticoTesting
import PorticoURLSession

// The JSON that an API returned becomes a user, with no network near.
let json: [String: Any] = ["user": ["id": 100, "name": "Ada"]]
let user = try GetUser.Response.init(json: json).result
print("from JSON alone: \(user.name)")

// A client sends the same definition, to the definition's own environment: here a server in this process.
let client = Client(environment: AbstractionKit.Environment.mock.environment, transport: .urlSession())
let sent = try await client.send(GetUser(userID: 100))
print("from a server: \(sent.name), who is number \(sent.id)")

let (me, messages) = try await client.send(GetOverview())
print("two responses in one: \(me.name) has \(messages.map(\.text))")

do {
    try await client.send(GetUser(userID: 0))
} catch {
    print("a failure: \(error)")
}
