import Testing

@testable import Portico

private struct Show<Value: Encodable & Sendable>: Endpoint {
    static var route: Route { "GET /things/{value}/parts/{+part}" }
    var value: Value
    var part = "a/b"
}

@Suite struct RouteCacheConcurrencyTests {
    @Test func `a computed route is read once and kept`() {
        #expect(Show<Int>.route.template === Show<Int>.route.template)
        #expect(Show<Int>.route.template === Show<String>.route.template)
    }

    @Test func `any number of tasks read one route`() async {
        let lines = await withTaskGroup(of: String.self) { group in
            for value in 0..<200 {
                group.addTask { Client.plain.line(of: Show(value: value % 2)) }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(lines == ["GET https://h/things/0/parts/a/b", "GET https://h/things/1/parts/a/b"])
    }

    @Test func `routes of the same address are told apart by their text`() {
        let text: StaticString = "GET /one/{value}"
        #expect(RouteCache.template(for: text) === RouteCache.template(for: text))
        #expect(RouteCache.template(for: text).text == "GET /one/{value}")
        #expect(Route(stringLiteral: "é").template.problem != nil)
    }
}
