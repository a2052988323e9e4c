public import Portico
public import PorticoJSON

extension Catalog.Document: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        areaNames = try map("areaNames")
        audienceSubCategoryNames = try map("audienceSubCategoryNames")
        blockNames = try map("blockNames")
        events = try map("events")
        performances = try map("performances")
        seatCategoryNames = try map("seatCategoryNames")
        subTopicNames = try map("subTopicNames")
        subjectNames = try map("subjectNames")
        topicNames = try map("topicNames")
        topicSubTopics = try map("topicSubTopics")
        venueNames = try map("venueNames")
    }
}

extension Catalog.Event: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        description = try map("description")
        id = try map("id")
        logo = try map("logo")
        name = try map("name")
        subTopicIDs = try map("subTopicIds")
        subjectCode = try map("subjectCode")
        subtitle = try map("subtitle")
        topicIDs = try map("topicIds")
    }
}

extension Catalog.Performance: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        eventID = try map("eventId")
        id = try map("id")
        logo = try map("logo")
        name = try map("name")
        prices = try map("prices")
        seatCategories = try map("seatCategories")
        seatMapImage = try map("seatMapImage")
        start = try map("start")
        venueCode = try map("venueCode")
    }
}

extension Catalog.Price: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        amount = try map("amount")
        audienceSubCategoryID = try map("audienceSubCategoryId")
        seatCategoryID = try map("seatCategoryId")
    }
}

extension Catalog.SeatCategory: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        areas = try map("areas")
        seatCategoryID = try map("seatCategoryId")
    }
}

extension Catalog.Area: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        areaID = try map("areaId")
        blockIDs = try map("blockIds")
    }
}
