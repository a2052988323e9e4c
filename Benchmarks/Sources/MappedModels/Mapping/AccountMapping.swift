public import Portico
public import PorticoJSON

extension Account: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        login = try map("login")
        name = try map("name")
        email = try map("email")
        avatarURL = try map("avatar_url")
        isAdmin = try map("is_admin")
        followers = try map("followers")
        following = try map("following")
        createdAt = try map("created_at")
    }
}
