public import Foundation

/// The documents that are read and written, by name.
public enum Documents {
    /// One of the four that JSON libraries are commonly measured with, where `PORTICO_TESTDATA` names their folder.
    public static func payload(_ name: String) -> Data? {
        guard let folder = ProcessInfo.processInfo.environment["PORTICO_TESTDATA"] else { return nil }
        return try? Data(contentsOf: URL(filePath: folder).appending(path: "payloads/\(name).json"))
    }

    /// A page of so many orders, the same each time.
    public static func shop(orders count: Int) throws -> Data {
        var numbers = Numbers()
        let orders = (0..<count).map { Shop.Order(number: $0, &numbers) }
        return try JSONEncoder().encode(Shop.Page(page: 1, pages: 12, orders: orders))
    }

    /// Numbers that look random and are the same each time.
    fileprivate struct Numbers {
        private var state: UInt64 = 42

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        mutating func word() -> String {
            ["amber", "birch", "cobalt", "délicat", "ember", "fjord", "größe", "harbour"][next(below: 8)]
        }
    }
}

extension Shop.Order {
    fileprivate init(number: Int, _ numbers: inout Documents.Numbers) {
        id = 4_100_000 + number
        self.number = "R-\(numbers.next(below: 1_000_000))"
        status = ["open", "paid", "sent"][numbers.next(below: 3)]
        paid = numbers.next(below: 2) == 0
        total = Double(numbers.next(below: 1_000_000)) / 100
        currency = "EUR"
        note = numbers.next(below: 3) == 0 ? "Please ring twice;\nthe dog is \"friendly\"." : nil
        createdAt = "2024-02-29T12:34:56Z"
        updatedAt = "2024-03-01T08:00:00Z"
        customer = Shop.Customer(
            id: numbers.next(below: 100_000), name: "\(numbers.word()) \(numbers.word())",
            email: "\(numbers.next(below: 100_000))@example.com", isMember: numbers.next(below: 2) == 0,
            points: numbers.next(below: 5000))
        address =
            numbers.next(below: 4) == 0
            ? nil
            : Shop.Address(
                street: "\(numbers.word()) street \(numbers.next(below: 200))", city: numbers.word(),
                postcode: "\(10_000 + numbers.next(below: 80_000))", country: "DE",
                latitude: 47 + Double(numbers.next(below: 10_000_000)) / 1e6,
                longitude: 6 + Double(numbers.next(below: 10_000_000)) / 1e6)
        tags = (0..<numbers.next(below: 4)).map { _ in numbers.word() }
        items = (0...numbers.next(below: 4)).map { _ in
            Shop.Item(
                sku: "SKU-\(numbers.next(below: 100_000))",
                title: "\(numbers.word()) \(numbers.word()) \(numbers.word())",
                quantity: 1 + numbers.next(below: 5), price: Double(numbers.next(below: 20_000)) / 100,
                discount: numbers.next(below: 5) == 0 ? 0.15 : nil)
        }
    }
}
