public import Portico
public import PorticoJSON

extension Twitter.Status: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        metadata = try map("metadata")
        createdAt = try map("created_at")
        id = try map("id")
        idStr = try map("id_str")
        text = try map("text")
        source = try map("source")
        truncated = try map("truncated")
        inReplyToStatusID = try map("in_reply_to_status_id")
        inReplyToStatusIDStr = try map("in_reply_to_status_id_str")
        inReplyToUserID = try map("in_reply_to_user_id")
        inReplyToUserIDStr = try map("in_reply_to_user_id_str")
        inReplyToScreenName = try map("in_reply_to_screen_name")
        user = try map("user")
        geo = try map("geo")
        coordinates = try map("coordinates")
        place = try map("place")
        contributors = try map("contributors")
        retweetCount = try map("retweet_count")
        favoriteCount = try map("favorite_count")
        entities = try map("entities")
        favorited = try map("favorited")
        retweeted = try map("retweeted")
        lang = try map("lang")
        retweetedStatus = try map("retweeted_status")
        possiblySensitive = try map("possibly_sensitive")
    }
}

extension Twitter.Retweet: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        metadata = try map("metadata")
        createdAt = try map("created_at")
        id = try map("id")
        idStr = try map("id_str")
        text = try map("text")
        source = try map("source")
        truncated = try map("truncated")
        inReplyToStatusID = try map("in_reply_to_status_id")
        inReplyToStatusIDStr = try map("in_reply_to_status_id_str")
        inReplyToUserID = try map("in_reply_to_user_id")
        inReplyToUserIDStr = try map("in_reply_to_user_id_str")
        inReplyToScreenName = try map("in_reply_to_screen_name")
        user = try map("user")
        geo = try map("geo")
        coordinates = try map("coordinates")
        place = try map("place")
        contributors = try map("contributors")
        retweetCount = try map("retweet_count")
        favoriteCount = try map("favorite_count")
        entities = try map("entities")
        favorited = try map("favorited")
        retweeted = try map("retweeted")
        possiblySensitive = try map("possibly_sensitive")
        lang = try map("lang")
    }
}
