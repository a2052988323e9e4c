/// Orders of a shop, as many APIs have them: texts, numbers, flags and lists. Generated.
public enum Shop {
    public struct Page: Codable, Sendable {
        public var page: Int
        public var pages: Int
        public var orders: [Order]
    }

    public struct Order: Codable, Sendable {
        public var id: Int
        public var number: String
        public var status: String
        public var paid: Bool
        public var total: Double
        public var currency: String
        public var note: String?
        public var createdAt: String
        public var updatedAt: String
        public var customer: Customer
        public var address: Address?
        public var tags: [String]
        public var items: [Item]

        enum CodingKeys: String, CodingKey {
            case id, number, status, paid, total, currency, note, createdAt = "created_at", updatedAt = "updated_at"
            case customer, address, tags, items
        }
    }

    public struct Customer: Codable, Sendable {
        public var id: Int
        public var name: String
        public var email: String
        public var isMember: Bool
        public var points: Int

        enum CodingKeys: String, CodingKey {
            case id, name, email, isMember = "is_member", points
        }
    }

    public struct Address: Codable, Sendable {
        public var street: String
        public var city: String
        public var postcode: String
        public var country: String
        public var latitude: Double
        public var longitude: Double
    }

    public struct Item: Codable, Sendable {
        public var sku: String
        public var title: String
        public var quantity: Int
        public var price: Double
        public var discount: Double?
    }
}
