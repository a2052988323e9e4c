import AbstractionKit

struct User: SingleResponseElement {
    static let singleKey = "user"

    var id: Int
    var name: String

    static func decode(from json: Any) throws -> User {
        guard let json = json as? [String: Any] else { throw ResponseError.missingKey(singleKey) }
        guard let id = json["id"] as? Int else { throw ResponseError.missingKey("id") }
        guard let name = json["name"] as? String else { throw ResponseError.missingKey("name") }
        return User(id: id, name: name)
    }
}

struct Message: ArrayResponseElement {
    static let pluralKey = "messages"

    var text: String

    static func decode(from json: Any) throws -> Message {
        guard let text = (json as? [String: Any])?["text"] as? String else { throw ResponseError.missingKey("text") }
        return Message(text: text)
    }
}
