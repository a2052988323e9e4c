import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

private struct Dashboard: Equatable, Sendable {
    var user: User
    var orders: [Int]
}

private struct GetDashboard: Endpoint {
    static let route: Route = "GET /dashboard"
    static let mapping: ResponseMapping<Dashboard> = .combined("user", "data.orders", as: Dashboard.init)
}

private let json = #"{"user": {"id": 1, "name": "Ada"}, "data": {"orders": [1, 2], "since": "2026-01-02T03:04:05Z"}}"#

@Suite struct CombinedValuesTests {
    @Test func `two values of one body are put together`() async throws {
        let dashboard = try await Client.answering(json: json).send(GetDashboard())

        #expect(dashboard == Dashboard(user: User(id: 1, name: "Ada"), orders: [1, 2]))
    }

    @Test func `one, three and four values are put together`() async throws {
        let client = Client.answering(json: json)

        let one: ResponseMapping<Int> = .combined("data.orders", as: { (orders: [Int]) in orders.count })
        #expect(try await client.send(Request(.get, "/", mapping: one)) == 2)

        let three: ResponseMapping<String> = .combined(
            "user.name", "user.id", "data.orders.1",
            as: { (name: String, id: Int, order: Int) in "\(name) \(id) \(order)" })
        #expect(try await client.send(Request(.get, "/", mapping: three)) == "Ada 1 2")

        let four: ResponseMapping<String> = .combined(
            "user.name", "user.id", "data.since", "data.until",
            as: { (name: String, id: Int, since: Date, until: Date?) in
                "\(name) \(id) \(since.timeIntervalSince1970) \(until == nil)"
            })
        #expect(try await client.send(Request(.get, "/", mapping: four)) == "Ada 1 1767323045.0 true")
    }

    @Test func `the body is read once, however many values are taken`() async throws {
        struct CountingDecoder: ResponseDecoder {
            let count: @Sendable () -> Void
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                count()
                return try JSONDecoder().decode(type, from: data)
            }
        }
        let readings = Atomic(0)
        let client = Client.answering(json: json).withDecoder(CountingDecoder { readings.add(1, ordering: .relaxed) })

        try await client.send(GetDashboard())

        #expect(readings.load(ordering: .relaxed) == 1)
    }

    @Test func `the error says which of the values is wrong`() async throws {
        let client = Client.answering(json: #"{"user": {"id": 1, "name": "Ada"}, "data": {"orders": 7}}"#)

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetDashboard()) }

        #expect(
            error?.description == """
                GetDashboard, GET https://api.example/dashboard: 200 OK, but cannot decode Dashboard at data.orders: \
                expected an array, found a number; near …er": {"id": 1, "name": "Ada"}, "data": {"orders": 7}}
                """)
    }

    @Test func `what the closure throws is the reason`() async throws {
        struct NoOrders: Error, CustomStringConvertible {
            let description = "there are no orders"
        }
        let mapping: ResponseMapping<Int> = .combined(
            "data.orders",
            as: { (orders: [Int]) throws in
                guard let first = orders.first else { throw NoOrders() }
                return first
            })
        let client = Client.answering(json: #"{"data": {"orders": []}}"#)

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Request(.get, "/", mapping: mapping))
        }

        guard case .undecodableBody(let problem) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.underlying is NoOrders)
        #expect(problem.reason == "there are no orders")
    }
}
