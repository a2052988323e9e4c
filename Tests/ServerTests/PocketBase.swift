import Foundation
import Portico
import Testing

/// The API of PocketBase, as far as the tests need it: what is in it is in `Scripts/servers/pocketbase-migrations`.
enum PocketBase {
    static func client() throws -> Client {
        try TestServer(TestServers.pocketBase).client
    }

    struct Note: Codable, Equatable, Sendable {
        var id: String
        var topic: String
        var title: String
        var summary: Summary?
        var rank: Int
        var attachments: [String]
    }

    struct Summary: Codable, Equatable, Sendable {
        var text: String
        var words: Int
    }

    struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
        var page: Int
        var perPage: Int
        var totalItems: Int
        var totalPages: Int
        var items: [Item]
    }

    /// What PocketBase says of a request that it does not take.
    struct Problem: Decodable, Sendable {
        struct Field: Decodable, Equatable, Sendable {
            var code: String
            var message: String
        }

        var status: Int
        var message: String
        var data: [String: Field]
    }

    struct ListNotes: Endpoint {
        static let route: Route = "GET /api/collections/notes/records"
        typealias Response = Page<Note>
        typealias Failure = Problem

        var filter: String
        var sort: String? = nil
        var page: Int? = nil
        var perPage: Int? = nil
    }

    struct ShowNote: Endpoint {
        static let route: Route = "GET /api/collections/notes/records/{id}"
        typealias Response = Note
        typealias Failure = Problem

        var id: String
    }

    struct AddNote: Endpoint {
        static let route: Route = "POST /api/collections/notes/records"
        typealias Response = Note
        typealias Failure = Problem

        var topic: String
        var title: String
        var summary: Summary? = nil
        var rank: Int? = nil
    }

    struct AddNoteWithFiles: Endpoint {
        static let route: Route = "POST /api/collections/notes/records"
        static let bodyFormat = BodyFormat.multipart
        typealias Response = Note
        typealias Failure = Problem

        var topic: String
        var title: String
        @Part var attachments: [FilePart]
    }

    struct ChangeNote: Endpoint {
        static let route: Route = "PATCH /api/collections/notes/records/{id}"
        typealias Response = Note
        typealias Failure = Problem

        var id: String
        var title: Patch<String> = .absent
        var summary: Patch<Summary> = .absent
        var rank: Patch<Int> = .absent
    }

    struct RemoveNote: Endpoint {
        static let route: Route = "DELETE /api/collections/notes/records/{id}"
        typealias Response = Void
        typealias Failure = Problem

        var id: String
    }

    struct FileOfNote: Endpoint {
        static let route: Route = "GET /api/files/notes/{id}/{name}"
        typealias Response = Data

        var id: String
        var name: String
    }
}

/// People, and the tokens that they get, which are good for ten seconds.
extension PocketBase {
    struct Account: Decodable, Equatable, Sendable {
        var id: String
        var email: String
    }

    struct Session: Decodable, Sendable {
        var token: String
        var record: Account
    }

    struct SignUp: Endpoint {
        static let route: Route = "POST /api/collections/users/records"
        typealias Response = Void
        typealias Failure = Problem

        var email: String
        var password: String
        var passwordConfirm: String
    }

    struct SignIn: Endpoint {
        static let route: Route = "POST /api/collections/{collection}/auth-with-password"
        typealias Response = Session
        typealias Failure = Problem

        var collection: String
        var identity: String
        var password: String
    }

    /// Answers 401 to everyone without a token that is still good.
    struct ShowAccount: Endpoint {
        static let route: Route = "GET /account"
        typealias Response = Account
        typealias Failure = Problem

        @Header("Authorization") var token: String? = nil
    }

    /// Someone new, signed in.
    static func someone(_ client: Client) async throws -> Session {
        let email = "\(UUID().uuidString.lowercased())@example.com"
        try await client.send(SignUp(email: email, password: "open sesame", passwordConfirm: "open sesame"))
        return try await client.send(SignIn(collection: "users", identity: email, password: "open sesame"))
    }
}
