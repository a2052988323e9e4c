/// A border as coordinates: `canada.json`, hardly anything but numbers.
public enum Canada {
    public struct Collection: Codable, Sendable {
        public var type: String
        public var features: [Feature]
    }

    public struct Feature: Codable, Sendable {
        public var type: String
        public var properties: Properties
        public var geometry: Geometry
    }

    public struct Properties: Codable, Sendable {
        public var name: String
    }

    public struct Geometry: Codable, Sendable {
        public var type: String
        public var coordinates: [[[Double]]]
    }
}
