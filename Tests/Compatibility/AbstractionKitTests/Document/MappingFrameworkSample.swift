// swift-format-ignore-file: OmitExplicitReturns

import AbstractionKit

// The document's model, which a mapping framework maps. Adapted: the static variable is a constant, which Swift 6 wants
// of globals; and in a name space, beside the other model of the same name.

enum Mapped {
    struct User: SingleResponseElement, Himotoki.Decodable {
        static let singleKey = "user"

        var id: Int
        var name: String

        /// Implementation for Himotoki.Decodable
        static func decode(_ e: Extractor) throws -> User {
            return try User.init(
                id: e <| "id",
                name: e <| "name"
            )
        }

        /// Implementation for AbstractionKit.SingleResponseElement
        static func decode(from json: Any) throws -> User {
            // Using Himotoki internally.
            return try decodeValue(json)
        }
    }
}
