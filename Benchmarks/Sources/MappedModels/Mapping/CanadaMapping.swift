public import Portico
public import PorticoJSON

extension Canada.Collection: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        type = try map("type")
        features = try map("features")
    }
}

extension Canada.Feature: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        type = try map("type")
        properties = try map("properties")
        geometry = try map("geometry")
    }
}

extension Canada.Properties: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        name = try map("name")
    }
}

extension Canada.Geometry: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        type = try map("type")
        coordinates = try map("coordinates")
    }
}
