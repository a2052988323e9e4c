/// Events of GitHub: `github_events.json`, wide objects and addresses.
public enum GitHub {
    public struct Event: Codable, Sendable {
        public var type: String
        public var createdAt: String
        public var actor: Actor
        public var repo: Repo
        public var `public`: Bool
        public var payload: Payload
        public var id: String
        public var org: Actor?

        enum CodingKeys: String, CodingKey {
            case type, createdAt = "created_at", actor, repo, `public`, payload, id, org
        }
    }

    public struct Actor: Codable, Sendable {
        public var gravatarID: String
        public var login: String
        public var avatarURL: String
        public var url: String
        public var id: Int

        enum CodingKeys: String, CodingKey {
            case gravatarID = "gravatar_id", login, avatarURL = "avatar_url", url, id
        }
    }

    public struct Repo: Codable, Sendable {
        public var url: String
        public var id: Int
        public var name: String
    }

    public struct Payload: Codable, Sendable {
        public var commits: [Commit]?
        public var distinctSize: Int?
        public var ref: String?
        public var pushID: Int?
        public var head: String?
        public var before: String?
        public var size: Int?
        public var description: String?
        public var masterBranch: String?
        public var refType: String?
        public var forkee: Repository?
        public var action: String?
        public var issue: Issue?
        public var comment: Comment?
        public var pages: [Page]?

        enum CodingKeys: String, CodingKey {
            case commits, distinctSize = "distinct_size", ref, pushID = "push_id", head, before, size, description
            case masterBranch = "master_branch", refType = "ref_type", forkee, action, issue, comment, pages
        }
    }

    public struct Commit: Codable, Sendable {
        public var url: String
        public var message: String
        public var distinct: Bool
        public var sha: String
        public var author: Author
    }

    public struct Author: Codable, Sendable {
        public var email: String
        public var name: String
    }
}
