extension GitHub {
    public struct Repository: Codable, Sendable {
        public var description: String
        public var fork: Bool
        public var url: String
        public var language: String
        public var stargazersURL: String
        public var cloneURL: String
        public var tagsURL: String
        public var fullName: String
        public var mergesURL: String
        public var forks: Int
        public var `private`: Bool
        public var gitRefsURL: String
        public var archiveURL: String
        public var collaboratorsURL: String
        public var owner: Account
        public var languagesURL: String
        public var treesURL: String
        public var labelsURL: String
        public var htmlURL: String
        public var pushedAt: String
        public var createdAt: String
        public var hasIssues: Bool
        public var forksURL: String
        public var branchesURL: String
        public var commitsURL: String
        public var notificationsURL: String
        public var openIssues: Int
        public var contentsURL: String
        public var blobsURL: String
        public var issuesURL: String
        public var compareURL: String
        public var issueEventsURL: String
        public var name: String
        public var updatedAt: String
        public var statusesURL: String
        public var forksCount: Int
        public var assigneesURL: String
        public var sshURL: String
        public var `public`: Bool
        public var hasWiki: Bool
        public var subscribersURL: String
        public var mirrorURL: String?
        public var watchersCount: Int
        public var id: Int
        public var hasDownloads: Bool
        public var gitCommitsURL: String
        public var downloadsURL: String
        public var pullsURL: String
        public var homepage: String?
        public var issueCommentURL: String
        public var hooksURL: String
        public var subscriptionURL: String
        public var milestonesURL: String
        public var svnURL: String
        public var eventsURL: String
        public var gitTagsURL: String
        public var teamsURL: String
        public var commentsURL: String
        public var openIssuesCount: Int
        public var keysURL: String
        public var gitURL: String
        public var contributorsURL: String
        public var size: Int
        public var watchers: Int

        enum CodingKeys: String, CodingKey {
            case description, fork, url, language, stargazersURL = "stargazers_url", cloneURL = "clone_url"
            case tagsURL = "tags_url", fullName = "full_name", mergesURL = "merges_url", forks, `private`
            case gitRefsURL = "git_refs_url", archiveURL = "archive_url", collaboratorsURL = "collaborators_url"
            case owner, languagesURL = "languages_url", treesURL = "trees_url", labelsURL = "labels_url"
            case htmlURL = "html_url", pushedAt = "pushed_at", createdAt = "created_at", hasIssues = "has_issues"
            case forksURL = "forks_url", branchesURL = "branches_url", commitsURL = "commits_url"
            case notificationsURL = "notifications_url", openIssues = "open_issues", contentsURL = "contents_url"
            case blobsURL = "blobs_url", issuesURL = "issues_url", compareURL = "compare_url"
            case issueEventsURL = "issue_events_url", name, updatedAt = "updated_at", statusesURL = "statuses_url"
            case forksCount = "forks_count", assigneesURL = "assignees_url", sshURL = "ssh_url", `public`
            case hasWiki = "has_wiki", subscribersURL = "subscribers_url", mirrorURL = "mirror_url"
            case watchersCount = "watchers_count", id, hasDownloads = "has_downloads"
            case gitCommitsURL = "git_commits_url", downloadsURL = "downloads_url", pullsURL = "pulls_url", homepage
            case issueCommentURL = "issue_comment_url", hooksURL = "hooks_url", subscriptionURL = "subscription_url"
            case milestonesURL = "milestones_url", svnURL = "svn_url", eventsURL = "events_url"
            case gitTagsURL = "git_tags_url", teamsURL = "teams_url", commentsURL = "comments_url"
            case openIssuesCount = "open_issues_count", keysURL = "keys_url", gitURL = "git_url"
            case contributorsURL = "contributors_url", size, watchers
        }
    }
}
