extension Twitter {
    public struct Status: Codable, Sendable {
        public var metadata: Metadata
        public var createdAt: String
        public var id: Int
        public var idStr: String
        public var text: String
        public var source: String
        public var truncated: Bool
        public var inReplyToStatusID: Int?
        public var inReplyToStatusIDStr: String?
        public var inReplyToUserID: Int?
        public var inReplyToUserIDStr: String?
        public var inReplyToScreenName: String?
        public var user: User
        public var geo: String?
        public var coordinates: String?
        public var place: String?
        public var contributors: String?
        public var retweetCount: Int
        public var favoriteCount: Int
        public var entities: Entities
        public var favorited: Bool
        public var retweeted: Bool
        public var lang: String
        public var retweetedStatus: Retweet?
        public var possiblySensitive: Bool?

        enum CodingKeys: String, CodingKey {
            case metadata, createdAt = "created_at", id, idStr = "id_str", text, source, truncated
            case inReplyToStatusID = "in_reply_to_status_id", inReplyToStatusIDStr = "in_reply_to_status_id_str"
            case inReplyToUserID = "in_reply_to_user_id", inReplyToUserIDStr = "in_reply_to_user_id_str"
            case inReplyToScreenName = "in_reply_to_screen_name", user, geo, coordinates, place, contributors
            case retweetCount = "retweet_count", favoriteCount = "favorite_count", entities, favorited, retweeted
            case lang, retweetedStatus = "retweeted_status", possiblySensitive = "possibly_sensitive"
        }
    }

    public struct Retweet: Codable, Sendable {
        public var metadata: Metadata
        public var createdAt: String
        public var id: Int
        public var idStr: String
        public var text: String
        public var source: String
        public var truncated: Bool
        public var inReplyToStatusID: Int?
        public var inReplyToStatusIDStr: String?
        public var inReplyToUserID: Int?
        public var inReplyToUserIDStr: String?
        public var inReplyToScreenName: String?
        public var user: User
        public var geo: String?
        public var coordinates: String?
        public var place: String?
        public var contributors: String?
        public var retweetCount: Int
        public var favoriteCount: Int
        public var entities: Entities
        public var favorited: Bool
        public var retweeted: Bool
        public var possiblySensitive: Bool?
        public var lang: String

        enum CodingKeys: String, CodingKey {
            case metadata, createdAt = "created_at", id, idStr = "id_str", text, source, truncated
            case inReplyToStatusID = "in_reply_to_status_id", inReplyToStatusIDStr = "in_reply_to_status_id_str"
            case inReplyToUserID = "in_reply_to_user_id", inReplyToUserIDStr = "in_reply_to_user_id_str"
            case inReplyToScreenName = "in_reply_to_screen_name", user, geo, coordinates, place, contributors
            case retweetCount = "retweet_count", favoriteCount = "favorite_count", entities, favorited, retweeted
            case possiblySensitive = "possibly_sensitive", lang
        }
    }
}
