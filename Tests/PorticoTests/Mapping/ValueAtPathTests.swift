import Foundation
import Portico
import PorticoTesting
import Testing

private func value<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self, at path: KeyPathText, in json: String
) async throws(CallError<ErrorBody>) -> Value {
    try await Client.answering(json: json).send(Request(.get, "/thing", mapping: .at(path)))
}

/// Expects what follows `cannot decode` in the error's description, up to the excerpt.
private func expect<Value: Decodable & Sendable>(
    _ problem: String, _ type: Value.Type, at path: KeyPathText, in json: String,
    _ location: SourceLocation = #_sourceLocation
) async throws {
    let error = await #expect(throws: CallError<ErrorBody>.self, sourceLocation: location) {
        _ = try await value(type, at: path, in: json)
    }
    let prefix = "Request, GET https://api.example/thing: 200 OK, but cannot decode "
    let text = try #require(error).description.components(separatedBy: "; near ")[0]
    #expect(text == prefix + problem, sourceLocation: location)
}

@Suite struct ValueAtPathTests {
    @Test func `a path leads through objects`() async throws {
        let json = #"{"data": {"items": [{"id": 1, "name": "Ada"}], "total": 7}}"#

        #expect(try await value([User].self, at: "data.items", in: json) == [User(id: 1, name: "Ada")])
        #expect(try await value(Int.self, at: "data.total", in: json) == 7)
    }

    @Test func `an endpoint has its path as its mapping`() async throws {
        struct ListUsers: Endpoint {
            static let route: Route = "GET /users"
            static let mapping: ResponseMapping<[User]> = .at("data.items")
        }
        let client = Client.answering(json: #"{"data": {"items": [{"id": 1, "name": "Ada"}]}}"#)

        let users = try await client.send(ListUsers())

        #expect(users == [User(id: 1, name: "Ada")])
    }

    @Test func `a number counts in an array`() async throws {
        let json = #"{"rows": [null, {"cells": [1, 2, 3]}, [[4]]]}"#

        #expect(try await value(Int.self, at: "rows.1.cells.2", in: json) == 3)
        #expect(try await value(Int.self, at: "rows.2.0.0", in: json) == 4)
        #expect(try await value([Int].self, at: "0", in: "[[5]]") == [5])
    }

    @Test func `a number is a key where there is an object`() async throws {
        #expect(try await value(Int.self, at: "data.0", in: #"{"data": {"0": 9}}"#) == 9)
    }

    @Test func `a key may hold a dot`() async throws {
        #expect(try await value(Int.self, at: KeyPathText(keys: ["a.b", "c"]), in: #"{"a.b": {"c": 1}}"#) == 1)
    }

    @Test func `an empty path is the whole body`() async throws {
        #expect(try await value([Int].self, at: "", in: "[1]") == [1])
    }

    @Test func `dates and decimals are read at the leaf as anywhere`() async throws {
        let json = #"{"a": {"date": "2026-01-02T03:04:05.678Z", "price": 0.1, "link": "https://h/x"}}"#

        #expect(try await value(Date.self, at: "a.date", in: json).timeIntervalSince1970 == 1_767_323_045.678)
        #expect(try await value(Decimal.self, at: "a.price", in: json) == Decimal(string: "0.1"))
        #expect(try await value(URL.self, at: "a.link", in: json) == URL(string: "https://h/x"))
        #expect(try await value([Date].self, at: "a", in: #"{"a": ["2026-01-02T03:04:05Z"]}"#).count == 1)
    }

    @Test func `text and bytes at the leaf are those of the JSON`() async throws {
        #expect(try await value(String.self, at: "a", in: #"{"a": "x"}"#) == "x")
        #expect(try await value(Data.self, at: "a", in: #"{"a": "AAE="}"#) == Data([0, 1]))
    }

    @Test(arguments: ["a.b.c", "x", "a.x", "a.x.y", "list.5", "list.0", "list.0.c", "list.1.c", "none", "none.c"])
    func `an optional is nil where nothing is there`(path: String) async throws {
        let json = #"{"a": {"b": {"c": null}}, "list": [null, {}], "none": null}"#

        #expect(try await value(Int?.self, at: KeyPathText(path), in: json) == nil)
    }

    @Test func `an optional is its value where there is one`() async throws {
        #expect(try await value(Int?.self, at: "a.b", in: #"{"a": {"b": 3}}"#) == 3)
    }

    @Test func `an optional does not hide a value of another kind`() async throws {
        try await expect(
            "Optional<Int> at a: expected an object, found a number",
            Int?.self, at: "a.b", in: #"{"a": 3}"#)
    }

    @Test func `a Patch tells null from missing`() async throws {
        #expect(try await value(Patch<Int>.self, at: "a.b", in: #"{"a": {}}"#) == .absent)
        #expect(try await value(Patch<Int>.self, at: "a.b", in: #"{"a": {"b": null}}"#) == .null)
        #expect(try await value(Patch<Int>.self, at: "a.b", in: #"{"a": {"b": 1}}"#) == .value(1))
    }

    @Test func `a missing key is named`() async throws {
        try await expect(
            "Int at data: the member 'total' is missing; there are 'count'",
            Int.self, at: "data.total", in: #"{"data": {"count": 1}}"#)
        try await expect(
            "Int at data: the member 'total' is missing; there are 'count'",
            Int.self, at: "data.total.value", in: #"{"data": {"count": 1}}"#)
    }

    @Test func `null is told where a value is wanted`() async throws {
        try await expect(
            "Int at data.total: found null where Int is expected",
            Int.self, at: "data.total", in: #"{"data": {"total": null}}"#)
        try await expect(
            "Int at data: found null where an object is expected",
            Int.self, at: "data.total", in: #"{"data": null}"#)
    }

    @Test func `an index beyond the end is told`() async throws {
        try await expect(
            "Int at list: there is no element 2; there is 1 element",
            Int.self, at: "list.2", in: #"{"list": [1]}"#)
        try await expect(
            "Int at list: there is no element 99999999999; there are 0 elements",
            Int.self, at: "list.99999999999.a", in: #"{"list": []}"#)
    }

    @Test func `the place of a fault below the path is the place in the body`() async throws {
        try await expect(
            "Array<User> at data.items[0].id: expected Int, found a string",
            [User].self, at: "data.items", in: #"{"data": {"items": [{"id": "x", "name": ""}]}}"#)
    }

    @Test func `an optional is nil where there is no body, anything else an error`() async throws {
        let client = Client.answering(.status(204))

        #expect(try await client.send(Request(.get, "/thing", mapping: ResponseMapping<Int?>.at("a"))) == nil)
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Request(.get, "/thing", mapping: ResponseMapping<Int>.at("a")))
        }

        #expect(
            error?.description == """
                Request, GET https://api.example/thing: \
                204 No Content, but the body is empty (0 bytes) where a value was declared
                """)
    }
}
