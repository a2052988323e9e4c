extension GitHub {
    public struct Account: Codable, Sendable {
        public var url: String
        public var gistsURL: String
        public var gravatarID: String
        public var type: String
        public var avatarURL: String
        public var subscriptionsURL: String
        public var organizationsURL: String
        public var receivedEventsURL: String
        public var reposURL: String
        public var login: String
        public var id: Int
        public var starredURL: String
        public var eventsURL: String
        public var followersURL: String
        public var followingURL: String

        enum CodingKeys: String, CodingKey {
            case url, gistsURL = "gists_url", gravatarID = "gravatar_id", type, avatarURL = "avatar_url"
            case subscriptionsURL = "subscriptions_url", organizationsURL = "organizations_url"
            case receivedEventsURL = "received_events_url", reposURL = "repos_url", login, id
            case starredURL = "starred_url", eventsURL = "events_url", followersURL = "followers_url"
            case followingURL = "following_url"
        }
    }

    public struct Issue: Codable, Sendable {
        public var user: Account
        public var url: String
        public var labels: [String]
        public var htmlURL: String
        public var labelsURL: String
        public var pullRequest: PullRequest
        public var createdAt: String
        public var closedAt: String?
        public var milestone: String?
        public var title: String
        public var body: String
        public var updatedAt: String
        public var number: Int
        public var state: String
        public var assignee: Account?
        public var id: Int
        public var eventsURL: String
        public var commentsURL: String
        public var comments: Int

        enum CodingKeys: String, CodingKey {
            case user, url, labels, htmlURL = "html_url", labelsURL = "labels_url", pullRequest = "pull_request"
            case createdAt = "created_at", closedAt = "closed_at", milestone, title, body, updatedAt = "updated_at"
            case number, state, assignee, id, eventsURL = "events_url", commentsURL = "comments_url", comments
        }
    }

    public struct PullRequest: Codable, Sendable {
        public var htmlURL: String?
        public var patchURL: String?
        public var diffURL: String?

        enum CodingKeys: String, CodingKey {
            case htmlURL = "html_url", patchURL = "patch_url", diffURL = "diff_url"
        }
    }

    public struct Comment: Codable, Sendable {
        public var user: Account
        public var url: String
        public var issueURL: String
        public var createdAt: String
        public var body: String
        public var updatedAt: String
        public var id: Int

        enum CodingKeys: String, CodingKey {
            case user, url, issueURL = "issue_url", createdAt = "created_at", body, updatedAt = "updated_at", id
        }
    }

    public struct Page: Codable, Sendable {
        public var pageName: String
        public var htmlURL: String
        public var title: String
        public var sha: String
        public var summary: String?
        public var action: String

        enum CodingKeys: String, CodingKey {
            case pageName = "page_name", htmlURL = "html_url", title, sha, summary, action
        }
    }
}
