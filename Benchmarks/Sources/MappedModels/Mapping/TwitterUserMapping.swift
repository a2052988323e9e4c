public import Portico
public import PorticoJSON

extension Twitter.User: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        idStr = try map("id_str")
        name = try map("name")
        screenName = try map("screen_name")
        location = try map("location")
        description = try map("description")
        url = try map("url")
        entities = try map("entities")
        protected = try map("protected")
        followersCount = try map("followers_count")
        friendsCount = try map("friends_count")
        listedCount = try map("listed_count")
        createdAt = try map("created_at")
        favouritesCount = try map("favourites_count")
        utcOffset = try map("utc_offset")
        timeZone = try map("time_zone")
        geoEnabled = try map("geo_enabled")
        verified = try map("verified")
        statusesCount = try map("statuses_count")
        lang = try map("lang")
        contributorsEnabled = try map("contributors_enabled")
        isTranslator = try map("is_translator")
        isTranslationEnabled = try map("is_translation_enabled")
        profileBackgroundColor = try map("profile_background_color")
        profileBackgroundImageURL = try map("profile_background_image_url")
        profileBackgroundImageURLHttps = try map("profile_background_image_url_https")
        profileBackgroundTile = try map("profile_background_tile")
        profileImageURL = try map("profile_image_url")
        profileImageURLHttps = try map("profile_image_url_https")
        profileBannerURL = try map("profile_banner_url")
        profileLinkColor = try map("profile_link_color")
        profileSidebarBorderColor = try map("profile_sidebar_border_color")
        profileSidebarFillColor = try map("profile_sidebar_fill_color")
        profileTextColor = try map("profile_text_color")
        profileUseBackgroundImage = try map("profile_use_background_image")
        defaultProfile = try map("default_profile")
        defaultProfileImage = try map("default_profile_image")
        following = try map("following")
        followRequestSent = try map("follow_request_sent")
        notifications = try map("notifications")
    }
}

extension Twitter.UserEntities: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        description = try map("description")
        url = try map("url")
    }
}

extension Twitter.Links: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        urls = try map("urls")
    }
}
