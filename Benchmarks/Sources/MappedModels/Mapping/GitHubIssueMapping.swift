public import Portico
public import PorticoJSON

extension GitHub.Account: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        url = try map("url")
        gistsURL = try map("gists_url")
        gravatarID = try map("gravatar_id")
        type = try map("type")
        avatarURL = try map("avatar_url")
        subscriptionsURL = try map("subscriptions_url")
        organizationsURL = try map("organizations_url")
        receivedEventsURL = try map("received_events_url")
        reposURL = try map("repos_url")
        login = try map("login")
        id = try map("id")
        starredURL = try map("starred_url")
        eventsURL = try map("events_url")
        followersURL = try map("followers_url")
        followingURL = try map("following_url")
    }
}

extension GitHub.Issue: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        user = try map("user")
        url = try map("url")
        labels = try map("labels")
        htmlURL = try map("html_url")
        labelsURL = try map("labels_url")
        pullRequest = try map("pull_request")
        createdAt = try map("created_at")
        closedAt = try map("closed_at")
        milestone = try map("milestone")
        title = try map("title")
        body = try map("body")
        updatedAt = try map("updated_at")
        number = try map("number")
        state = try map("state")
        assignee = try map("assignee")
        id = try map("id")
        eventsURL = try map("events_url")
        commentsURL = try map("comments_url")
        comments = try map("comments")
    }
}

extension GitHub.PullRequest: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        htmlURL = try map("html_url")
        patchURL = try map("patch_url")
        diffURL = try map("diff_url")
    }
}

extension GitHub.Comment: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        user = try map("user")
        url = try map("url")
        issueURL = try map("issue_url")
        createdAt = try map("created_at")
        body = try map("body")
        updatedAt = try map("updated_at")
        id = try map("id")
    }
}

extension GitHub.Page: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        pageName = try map("page_name")
        htmlURL = try map("html_url")
        title = try map("title")
        sha = try map("sha")
        summary = try map("summary")
        action = try map("action")
    }
}
