extension Twitter {
    public struct User: Codable, Sendable {
        public var id: Int
        public var idStr: String
        public var name: String
        public var screenName: String
        public var location: String
        public var description: String
        public var url: String?
        public var entities: UserEntities
        public var protected: Bool
        public var followersCount: Int
        public var friendsCount: Int
        public var listedCount: Int
        public var createdAt: String
        public var favouritesCount: Int
        public var utcOffset: Int?
        public var timeZone: String?
        public var geoEnabled: Bool
        public var verified: Bool
        public var statusesCount: Int
        public var lang: String
        public var contributorsEnabled: Bool
        public var isTranslator: Bool
        public var isTranslationEnabled: Bool
        public var profileBackgroundColor: String
        public var profileBackgroundImageURL: String
        public var profileBackgroundImageURLHttps: String
        public var profileBackgroundTile: Bool
        public var profileImageURL: String
        public var profileImageURLHttps: String
        public var profileBannerURL: String?
        public var profileLinkColor: String
        public var profileSidebarBorderColor: String
        public var profileSidebarFillColor: String
        public var profileTextColor: String
        public var profileUseBackgroundImage: Bool
        public var defaultProfile: Bool
        public var defaultProfileImage: Bool
        public var following: Bool
        public var followRequestSent: Bool
        public var notifications: Bool

        enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", name, screenName = "screen_name", location, description, url, entities
            case protected, followersCount = "followers_count", friendsCount = "friends_count"
            case listedCount = "listed_count", createdAt = "created_at", favouritesCount = "favourites_count"
            case utcOffset = "utc_offset", timeZone = "time_zone", geoEnabled = "geo_enabled", verified
            case statusesCount = "statuses_count", lang, contributorsEnabled = "contributors_enabled"
            case isTranslator = "is_translator", isTranslationEnabled = "is_translation_enabled"
            case profileBackgroundColor = "profile_background_color"
            case profileBackgroundImageURL = "profile_background_image_url"
            case profileBackgroundImageURLHttps = "profile_background_image_url_https"
            case profileBackgroundTile = "profile_background_tile", profileImageURL = "profile_image_url"
            case profileImageURLHttps = "profile_image_url_https", profileBannerURL = "profile_banner_url"
            case profileLinkColor = "profile_link_color", profileSidebarBorderColor = "profile_sidebar_border_color"
            case profileSidebarFillColor = "profile_sidebar_fill_color", profileTextColor = "profile_text_color"
            case profileUseBackgroundImage = "profile_use_background_image", defaultProfile = "default_profile"
            case defaultProfileImage = "default_profile_image", following, followRequestSent = "follow_request_sent"
            case notifications
        }
    }

    public struct UserEntities: Codable, Sendable {
        public var description: Links
        public var url: Links?
    }

    public struct Links: Codable, Sendable {
        public var urls: [Link]
    }
}
