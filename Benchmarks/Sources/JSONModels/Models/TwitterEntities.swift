extension Twitter {
    public struct Link: Codable, Sendable {
        public var url: String
        public var expandedURL: String
        public var displayURL: String
        public var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case url, expandedURL = "expanded_url", displayURL = "display_url", indices
        }
    }

    public struct Entities: Codable, Sendable {
        public var hashtags: [Hashtag]
        public var symbols: [String]
        public var urls: [Link]
        public var userMentions: [Mention]
        public var media: [Media]?

        enum CodingKeys: String, CodingKey {
            case hashtags, symbols, urls, userMentions = "user_mentions", media
        }
    }

    public struct Hashtag: Codable, Sendable {
        public var text: String
        public var indices: [Int]
    }

    public struct Mention: Codable, Sendable {
        public var screenName: String
        public var name: String
        public var id: Int
        public var idStr: String
        public var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case screenName = "screen_name", name, id, idStr = "id_str", indices
        }
    }

    public struct Media: Codable, Sendable {
        public var id: Int
        public var idStr: String
        public var indices: [Int]
        public var mediaURL: String
        public var mediaURLHttps: String
        public var url: String
        public var displayURL: String
        public var expandedURL: String
        public var type: String
        public var sizes: Sizes
        public var sourceStatusID: Int?
        public var sourceStatusIDStr: String?

        enum CodingKeys: String, CodingKey {
            case id, idStr = "id_str", indices, mediaURL = "media_url", mediaURLHttps = "media_url_https", url
            case displayURL = "display_url", expandedURL = "expanded_url", type, sizes
            case sourceStatusID = "source_status_id", sourceStatusIDStr = "source_status_id_str"
        }
    }

    public struct Sizes: Codable, Sendable {
        public var medium: Size
        public var small: Size
        public var thumb: Size
        public var large: Size
    }

    public struct Size: Codable, Sendable {
        public var w: Int
        public var h: Int
        public var resize: String
    }
}
