public import Portico
public import PorticoJSON

extension GitHub.Event: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        type = try map("type")
        createdAt = try map("created_at")
        actor = try map("actor")
        repo = try map("repo")
        `public` = try map("public")
        payload = try map("payload")
        id = try map("id")
        org = try map("org")
    }
}

extension GitHub.Actor: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        gravatarID = try map("gravatar_id")
        login = try map("login")
        avatarURL = try map("avatar_url")
        url = try map("url")
        id = try map("id")
    }
}

extension GitHub.Repo: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        url = try map("url")
        id = try map("id")
        name = try map("name")
    }
}

extension GitHub.Payload: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        commits = try map("commits")
        distinctSize = try map("distinct_size")
        ref = try map("ref")
        pushID = try map("push_id")
        head = try map("head")
        before = try map("before")
        size = try map("size")
        description = try map("description")
        masterBranch = try map("master_branch")
        refType = try map("ref_type")
        forkee = try map("forkee")
        action = try map("action")
        issue = try map("issue")
        comment = try map("comment")
        pages = try map("pages")
    }
}

extension GitHub.Commit: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        url = try map("url")
        message = try map("message")
        distinct = try map("distinct")
        sha = try map("sha")
        author = try map("author")
    }
}

extension GitHub.Author: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        email = try map("email")
        name = try map("name")
    }
}
