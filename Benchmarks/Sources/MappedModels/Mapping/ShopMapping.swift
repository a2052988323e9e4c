public import Portico
public import PorticoJSON

extension Shop.Page: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        page = try map("page")
        pages = try map("pages")
        orders = try map("orders")
    }
}

extension Shop.Order: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        number = try map("number")
        status = try map("status")
        paid = try map("paid")
        total = try map("total")
        currency = try map("currency")
        note = try map("note")
        createdAt = try map("created_at")
        updatedAt = try map("updated_at")
        customer = try map("customer")
        address = try map("address")
        tags = try map("tags")
        items = try map("items")
    }
}

extension Shop.Customer: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        name = try map("name")
        email = try map("email")
        isMember = try map("is_member")
        points = try map("points")
    }
}

extension Shop.Address: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        street = try map("street")
        city = try map("city")
        postcode = try map("postcode")
        country = try map("country")
        latitude = try map("latitude")
        longitude = try map("longitude")
    }
}

extension Shop.Item: JSONMappable {
    public init(map: borrowing JSONMap) throws(MappingError) {
        sku = try map("sku")
        title = try map("title")
        quantity = try map("quantity")
        price = try map("price")
        discount = try map("discount")
    }
}
