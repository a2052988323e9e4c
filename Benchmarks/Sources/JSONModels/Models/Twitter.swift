/// A page of search results: `twitter.json`, text in several scripts.
public enum Twitter {
    public struct Page: Codable, Sendable {
        public var statuses: [Status]
        public var searchMetadata: SearchMetadata

        enum CodingKeys: String, CodingKey {
            case statuses, searchMetadata = "search_metadata"
        }
    }

    public struct Metadata: Codable, Sendable {
        public var resultType: String
        public var isoLanguageCode: String

        enum CodingKeys: String, CodingKey {
            case resultType = "result_type", isoLanguageCode = "iso_language_code"
        }
    }

    public struct SearchMetadata: Codable, Sendable {
        public var completedIn: Double
        public var maxID: Int
        public var maxIDStr: String
        public var nextResults: String
        public var query: String
        public var refreshURL: String
        public var count: Int
        public var sinceID: Int
        public var sinceIDStr: String

        enum CodingKeys: String, CodingKey {
            case completedIn = "completed_in", maxID = "max_id", maxIDStr = "max_id_str", nextResults = "next_results"
            case query, refreshURL = "refresh_url", count, sinceID = "since_id", sinceIDStr = "since_id_str"
        }
    }
}
