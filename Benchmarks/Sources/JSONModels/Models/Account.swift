/// A small answer of 250 bytes.
public struct Account: Codable, Sendable {
    public var id: Int
    public var login: String
    public var name: String
    public var email: String
    public var avatarURL: String
    public var isAdmin: Bool
    public var followers: Int
    public var following: Int
    public var createdAt: String

    enum CodingKeys: String, CodingKey {
        case id, login, name, email, avatarURL = "avatar_url", isAdmin = "is_admin", followers, following
        case createdAt = "created_at"
    }

    public static let document = """
        {"id":1296269,"login":"octocat","name":"Mona Lisa Octocat","email":"octocat@example.com",\
        "avatar_url":"https://avatars.example.com/u/1296269?v=4","is_admin":false,"followers":4121,"following":9,\
        "created_at":"2011-01-25T18:44:36Z"}
        """
}
