import Foundation
import Portico
import PorticoTesting
import Testing

/// Faults that users of such libraries have reported: responses and mapping.
@Suite struct MappingFaultTests {
    @Test func `a 500 with HTML is a status error, whatever the body`() async throws {
        struct Problem: Decodable, Sendable { var code: Int }
        let client = Client.answering(.body("<html>Oops</html>", "text/html", status: 500))

        let plain = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<User>()) }
        guard case .failure(let body) = plain?.reason else { throw try #require(plain) }
        #expect(body.status == 500)
        #expect(body.text == "<html>Oops</html>")

        let typed = await #expect(throws: CallError<Problem>.self) {
            try await client.send(GetOrFail<User, Problem>())
        }
        guard case .unexpectedStatus(let body, let problem) = typed?.reason else { throw try #require(typed) }
        #expect(body.status == 500)
        #expect(body.data == Data("<html>Oops</html>".utf8))
        #expect(problem.typeName == "Problem")
        #expect(
            typed?.description == """
                GetOrFail<User, Problem>, GET https://api.example/thing: \
                500 Internal Server Error: <17 bytes of text/html left out>; \
                cannot decode Problem: the body is text/html, not application/json; \
                near <17 bytes of text/html left out>
                """)
    }

    @Test func `a 500 with the JSON of a success is a status error`() async throws {
        let client = Client.answering(json: #"{"id": 1, "name": "Ada"}"#, status: 500)

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<User>()) }

        guard case .failure(let body) = error?.reason else { throw try #require(error) }
        #expect(body.status == 500)
    }

    @Test func `an empty 500 is a status error`() async throws {
        struct Problem: Decodable, Sendable { var code: Int }
        let client = Client.answering(.status(500))

        let error = await #expect(throws: CallError<Problem>.self) { try await client.send(GetOrFail<User, Problem>()) }

        #expect(
            error?.description == """
                GetOrFail<User, Problem>, GET https://api.example/thing: 500 Internal Server Error, no body; \
                cannot decode Problem: the body is empty (0 bytes)
                """)
    }

    @Test func `a 200 with HTML where JSON was declared says so`() async throws {
        let client = Client.answering(.body("<html>Sign in</html>", "text/html; charset=utf-8"))

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<User>()) }

        guard case .unexpectedMediaType(let type, let expected, let body) = error?.reason else {
            throw try #require(error)
        }
        #expect(type == MediaType("text/html; charset=utf-8"))
        #expect(expected == [.json])
        #expect(body.text == "<html>Sign in</html>")
        #expect(
            error?.description == """
                GetThing<User>, GET https://api.example/thing: \
                200 OK, but the body is text/html; charset=utf-8 where application/json was declared: \
                <20 bytes of text/html left out>
                """)
    }

    @Test(arguments: [
        "application/json", "application/vnd.api+json", "text/json", "application/problem+json", "text/plain",
        "application/octet-stream", "application/json; charset=utf-8", "nonsense", nil,
    ])
    func `JSON under the names that servers give it is read`(type: String?) async throws {
        let fields: HTTPFields = type.map { [.contentType: $0] } ?? [:]
        let client = Client.answering(.response(HTTPResponse(status: 200, fields: fields, body: Data("[1]".utf8))))

        #expect(try await client.send(GetThing<[Int]>()) == [1])
    }

    @Test(arguments: [
        ("2026-01-02T03:04:05Z", 1_767_323_045), ("2026-01-02T03:04:05.5Z", 1_767_323_045.5),
        ("2026-01-02T03:04:05.123456789Z", 1_767_323_045.123456789),
        ("2026-01-02T05:04:05+02:00", 1_767_323_045),
        ("2026-01-02t03:04:05.250-00:00", 1_767_323_045.25),
    ])
    func `a date of RFC 3339 has 0 to 9 fractional digits and any offset`(text: String, seconds: Double) async throws {
        let client = Client.answering(json: #"{"at": "\#(text)"}"#)

        let date = try await client.send(GetThing<[String: Date]>())["at"]

        #expect(abs(try #require(date).timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        (DateFormat.epochSeconds, "1767323045"), (.epochMilliseconds, "1767323045000"),
        (.rfc1123, #""Fri, 02 Jan 2026 03:04:05 GMT""#),
    ])
    func `dates in other formats are read by choice, of the client or of an endpoint`(
        format: DateFormat, json: String
    ) async throws {
        let client = Client.answering(json: "[\(json)]").withStyle(ParameterStyle(dates: format))

        #expect(try await client.send(GetThing<[Date]>()).map(\.timeIntervalSince1970) == [1_767_323_045])
    }

    @Test func `an endpoint reads its dates in its own format`() async throws {
        struct Times: Endpoint {
            static let route: Route = "GET /times"
            static let style = ParameterStyle(dates: .epochSeconds)
            typealias Response = [Date]
        }

        #expect(try await Client.answering(json: "[60]").send(Times()).map(\.timeIntervalSince1970) == [60])
    }

    @Test func `null and missing are told apart where it matters`() async throws {
        struct Changes: Decodable, Equatable, Sendable { var name: Patch<String>, age: Patch<Int>, note: Patch<String> }
        let client = Client.answering(json: #"{"name": "Ada", "age": null}"#)

        let changes = try await client.send(GetThing<Changes>())

        #expect(changes == Changes(name: .value("Ada"), age: .null, note: .absent))
    }

    @Test func `integers beyond 2^53 survive exactly`() async throws {
        let client = Client.answering(json: "[9007199254740993, 9223372036854775807]")

        #expect(try await client.send(GetThing<[Int64]>()) == [9_007_199_254_740_993, .max])
        #expect(try await client.send(GetThing<[UInt64]>()) == [9_007_199_254_740_993, 9_223_372_036_854_775_807])
        #expect(try await client.send(GetThing<[JSONValue]>()).first?.int == 9_007_199_254_740_993)
        let wide = Client.answering(json: "[18446744073709551615]")
        #expect(try await wide.send(GetThing<[UInt64]>()) == [.max])
        let error = await #expect(throws: CallError<ErrorBody>.self) { try await wide.send(GetThing<[Int64]>()) }
        guard case .undecodableBody = error?.reason else { throw try #require(error) }
    }

    @Test func `a Decimal keeps its digits`() async throws {
        let client = Client.answering(json: "[0.1, 1234567890.123456789]")

        #expect(
            try await client.send(GetThing<[Decimal]>()) == ["0.1", "1234567890.123456789"].map { Decimal(string: $0) })
    }

    @Test func `a body of white space is no empty one but malformed`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await Client.answering(json: " \n").send(GetThing<User>())
        }

        guard case .undecodableBody = error?.reason else { throw try #require(error) }
    }

    @Test func `what is not UTF-8 in JSON is an error and no replacement character`() async throws {
        let client = Client.answering(.bytes([0x5B, 0x22, 0xFF, 0x22, 0x5D], "application/json"))

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetThing<[String]>()) }

        guard case .undecodableBody = error?.reason else { throw try #require(error) }
    }
}
