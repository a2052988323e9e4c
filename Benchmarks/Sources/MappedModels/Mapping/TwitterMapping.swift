public import Portico
public import PorticoJSON

extension Twitter.Page: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        statuses = try map("statuses")
        searchMetadata = try map("search_metadata")
    }
}

extension Twitter.Metadata: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        resultType = try map("result_type")
        isoLanguageCode = try map("iso_language_code")
    }
}

extension Twitter.SearchMetadata: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        completedIn = try map("completed_in")
        maxID = try map("max_id")
        maxIDStr = try map("max_id_str")
        nextResults = try map("next_results")
        query = try map("query")
        refreshURL = try map("refresh_url")
        count = try map("count")
        sinceID = try map("since_id")
        sinceIDStr = try map("since_id_str")
    }
}
