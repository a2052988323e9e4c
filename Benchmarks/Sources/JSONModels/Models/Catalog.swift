/// Concerts and seats: `citm_catalog.json`, many small objects and integers.
public enum Catalog {
    public struct Document: Codable, Sendable {
        public var areaNames: [String: String]
        public var audienceSubCategoryNames: [String: String]
        public var blockNames: [String: String]
        public var events: [String: Event]
        public var performances: [Performance]
        public var seatCategoryNames: [String: String]
        public var subTopicNames: [String: String]
        public var subjectNames: [String: String]
        public var topicNames: [String: String]
        public var topicSubTopics: [String: [Int]]
        public var venueNames: [String: String]
    }

    public struct Event: Codable, Sendable {
        public var description: String?
        public var id: Int
        public var logo: String?
        public var name: String
        public var subTopicIDs: [Int]
        public var subjectCode: String?
        public var subtitle: String?
        public var topicIDs: [Int]

        enum CodingKeys: String, CodingKey {
            case description, id, logo, name, subTopicIDs = "subTopicIds", subjectCode, subtitle
            case topicIDs = "topicIds"
        }
    }

    public struct Performance: Codable, Sendable {
        public var eventID: Int
        public var id: Int
        public var logo: String?
        public var name: String?
        public var prices: [Price]
        public var seatCategories: [SeatCategory]
        public var seatMapImage: String?
        public var start: Int
        public var venueCode: String

        enum CodingKeys: String, CodingKey {
            case eventID = "eventId", id, logo, name, prices, seatCategories, seatMapImage, start, venueCode
        }
    }

    public struct Price: Codable, Sendable {
        public var amount: Int
        public var audienceSubCategoryID: Int
        public var seatCategoryID: Int

        enum CodingKeys: String, CodingKey {
            case amount, audienceSubCategoryID = "audienceSubCategoryId", seatCategoryID = "seatCategoryId"
        }
    }

    public struct SeatCategory: Codable, Sendable {
        public var areas: [Area]
        public var seatCategoryID: Int

        enum CodingKeys: String, CodingKey {
            case areas, seatCategoryID = "seatCategoryId"
        }
    }

    public struct Area: Codable, Sendable {
        public var areaID: Int
        public var blockIDs: [String]

        enum CodingKeys: String, CodingKey {
            case areaID = "areaId", blockIDs = "blockIds"
        }
    }
}
