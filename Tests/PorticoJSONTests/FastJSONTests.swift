import Foundation
import Portico
import PorticoTesting
import Testing

@testable import PorticoJSON

@Suite struct FastJSONTests {
    private struct Event: Codable, Equatable {
        var name: String
        var date: Date
    }

    private let environment = APIEnvironment("stub", baseURL: "https://api.example")
    private let event = Event(name: "start", date: Date(timeIntervalSince1970: 1_700_000_000.5))

    @Test func `a client uses it by one line, with its own format of dates`() async throws {
        let stub = StubTransport(.json(#"{"name":"start","date":"2023-11-14T22:13:20.500Z"}"#))
        let client = Client(environment: environment, transport: stub).withJSON(.fast)

        let request = Request<Event, ErrorBody>.post("/events", body: .json(event))
        let answer = try await client.send(request)

        #expect(answer == event)
        #expect(
            stub.requests[0].body.data.map { String(decoding: $0, as: UTF8.self) }
                == #"{"date":"2023-11-14T22:13:20.500Z","name":"start"}"#)
    }

    @Test func `dates follow the style of the client`() async throws {
        let stub = StubTransport(.json(#"{"name":"start","date":1700000000500}"#))
        let style = ParameterStyle(dates: .epochMilliseconds)
        let client = Client(environment: environment, transport: stub).withStyle(style).withJSON(.fast)

        let answer: Event = try await client.send(Request<Event, ErrorBody>.get("/events"))

        #expect(answer == event)
    }

    @Test func `a value of the wrong kind is told with its place`() async throws {
        let stub = StubTransport(.json(#"{"name":"start","date":[]}"#))
        let client = Client(environment: environment, transport: stub).withJSON(.fast)

        let result = await client.result(Request<Event, ErrorBody>.get("/events"))

        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        #expect("\(error)".contains("date"))
    }
}
