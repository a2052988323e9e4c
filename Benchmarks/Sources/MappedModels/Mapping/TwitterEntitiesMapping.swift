public import Portico
public import PorticoJSON

extension Twitter.Link: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        url = try map("url")
        expandedURL = try map("expanded_url")
        displayURL = try map("display_url")
        indices = try map("indices")
    }
}

extension Twitter.Entities: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        hashtags = try map("hashtags")
        symbols = try map("symbols")
        urls = try map("urls")
        userMentions = try map("user_mentions")
        media = try map("media")
    }
}

extension Twitter.Hashtag: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        text = try map("text")
        indices = try map("indices")
    }
}

extension Twitter.Mention: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        screenName = try map("screen_name")
        name = try map("name")
        id = try map("id")
        idStr = try map("id_str")
        indices = try map("indices")
    }
}

extension Twitter.Media: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        idStr = try map("id_str")
        indices = try map("indices")
        mediaURL = try map("media_url")
        mediaURLHttps = try map("media_url_https")
        url = try map("url")
        displayURL = try map("display_url")
        expandedURL = try map("expanded_url")
        type = try map("type")
        sizes = try map("sizes")
        sourceStatusID = try map("source_status_id")
        sourceStatusIDStr = try map("source_status_id_str")
    }
}

extension Twitter.Sizes: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        medium = try map("medium")
        small = try map("small")
        thumb = try map("thumb")
        large = try map("large")
    }
}

extension Twitter.Size: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        w = try map("w")
        h = try map("h")
        resize = try map("resize")
    }
}
