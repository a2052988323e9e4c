// swift-format-ignore-file: NeverForceUnwrap

import AbstractionKit

// The document's model, which is mapped by hand. Adapted: the static variable is a constant, which Swift 6 wants of
// globals.

struct User: SingleResponseElement {
    static let singleKey = "user"

    var id: Int
    var name: String

    /// Implementation for AbstractionKit.SingleResponseElement
    static func decode(from obj: Any) throws -> User {
        let json = obj as! [String: Any]

        return User.init(
            id: json["id"] as! Int,
            name: json["name"] as! String
        )
    }
}
