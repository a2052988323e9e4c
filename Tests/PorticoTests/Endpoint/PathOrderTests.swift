import Portico
import PorticoTesting
import Testing

/// The values of a path come in the order of the properties, and stand in the order of the route.
@Suite struct PathOrderTests {
    private struct Place: Endpoint {
        static let route: Route = "GET /x/{a}-{b}/y/{c}"
        /// The keys in the order in which they are encoded, each with itself as its value unless it is nil.
        let keys: [CodingKeys]
        var leavesOut: CodingKeys?

        enum CodingKeys: String, CodingKey { case a, b, c, q }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            for key in keys where key != leavesOut { try container.encode(key.rawValue, forKey: key) }
        }
    }

    private struct Ignoring: Endpoint {
        static let route: Route = "GET /x/{+a}"

        enum CodingKeys: CodingKey { case a }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try? container.encode(["b", ".."], forKey: .a)
        }
    }

    @Test(arguments: ["abc", "acb", "bac", "bca", "cab", "cba", "qcba", "cqba", "cbaq"])
    func `properties come in any order`(order: String) {
        let keys = order.compactMap { Place.CodingKeys(rawValue: String($0)) }

        let line = Client.plain.line(of: Place(keys: keys))

        #expect(line == "GET https://h/x/a-b/y/c" + (order.contains("q") ? "?q=q" : ""))
    }

    @Test(arguments: [("abca", "a"), ("cc", "c"), ("cbac", "c"), ("cbb", "b"), ("qabcq", "q")])
    func `a property is bound once, whether its turn has come or not`(order: String, name: String) {
        let keys = order.compactMap { Place.CodingKeys(rawValue: String($0)) }

        #expect(Client.plain.line(of: Place(keys: keys)) == "!property '\(name)': bound twice")
    }

    @Test(arguments: ["a", "b", "c"])
    func `a placeholder without a value is named`(name: String) throws {
        let place = Place(keys: [.c, .b, .a], leavesOut: Place.CodingKeys(rawValue: name))

        #expect(
            Client.plain.line(of: place) == "!route: 'GET /x/{a}-{b}/y/{c}': no property is named '\(name)'")
    }

    @Test func `a problem of a path is not lost where it is ignored`() {
        #expect(Client.plain.line(of: Ignoring()) == "!property 'a': the path segment '..'")
    }
}
