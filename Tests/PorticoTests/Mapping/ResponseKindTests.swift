import Foundation
import Portico
import PorticoTesting
import Testing

/// One endpoint for each kind of `Response` that needs no mapping of its own.
private struct GetUser: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = User
}

private struct GetUsers: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = [User]
}

private struct GetData: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = Data
}

private struct GetText: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = String
}

private struct GetNothing: Endpoint {
    static let route: Route = "GET /thing"
}

private struct GetOptionalUser: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = User?
}

private struct GetOptionalText: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = String?
}

private struct GetOptionalData: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = Data?
}

private struct GetResponse: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = HTTPResponse
}

private struct GetChunks: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = HTTPChunks
}

private struct GetUserWithHead: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = WithHead<User>
}

private struct GetTextWithHead: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = WithHead<String>
}

private struct GetOptionalUserWithHead: Endpoint {
    static let route: Route = "GET /thing"
    typealias Response = WithHead<User?>
}

private let ada = #"{"id": 1, "name": "Ada"}"#

@Suite struct ResponseKindTests {
    @Test func `a Decodable is decoded`() async throws {
        #expect(try await Client.answering(json: ada).send(GetUser()) == User(id: 1, name: "Ada"))
        #expect(try await Client.answering(json: "[\(ada)]").send(GetUsers()) == [User(id: 1, name: "Ada")])
    }

    @Test func `Data is the body as it is`() async throws {
        let bytes: [UInt8] = [0, 255, 10]

        #expect(try await Client.answering(.bytes(bytes, "image/png")).send(GetData()) == Data(bytes))
        #expect(try await Client.answering(json: ada).send(GetData()) == Data(ada.utf8))
    }

    @Test(
        arguments: [
            ("text/plain", [0x68, 0xC3, 0xA9], "hé"),
            ("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x68], "h"),
            ("text/html; charset=ISO-8859-1", [0x68, 0xE9], "hé"),
            ("text/plain; charset=\"windows-1252\"", [0x80], "€"),
            ("text/plain; charset=utf-16", [0xFE, 0xFF, 0x00, 0x68], "h"),
            ("text/plain; charset=utf-16le", [0x68, 0x00], "h"),
            ("application/json", [0x22, 0x68, 0x22], "\"h\""),
        ] as [(String, [UInt8], String)])
    func `a String is the body by the charset of the answer`(type: String, bytes: [UInt8], text: String) async throws {
        #expect(try await Client.answering(.bytes(bytes, type)).send(GetText()) == text)
    }

    @Test func `a charset that is not known is an error that names it`() async throws {
        let client = Client.answering(.body("x", "text/plain; charset=koi8-r"))

        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(GetText()) }

        #expect(
            error?.description == """
                GetText, GET https://api.example/thing: 200 OK, but cannot decode String: \
                the text is not in a charset that can be read here: koi8-r; near <1 bytes of text/plain left out>
                """)
    }

    @Test func `Void does not look at the body`() async throws {
        try await Client.answering(json: "no JSON at all").send(GetNothing())
        try await Client.answering(.body("<html>", "text/html")).send(GetNothing())
    }

    @Test func `an optional is its value`() async throws {
        #expect(try await Client.answering(json: ada).send(GetOptionalUser()) == User(id: 1, name: "Ada"))
        #expect(try await Client.answering(json: "null").send(GetOptionalUser()) == nil)
        #expect(try await Client.answering(.body("null", "text/plain")).send(GetOptionalText()) == "null")
        #expect(try await Client.answering(.bytes([0, 1], "a/b")).send(GetOptionalData()) == Data([0, 1]))
    }

    @Test func `HTTPResponse is the answer itself`() async throws {
        let client = Client.answering(.json(ada, status: 203, fields: ["X-Page": "2"]))

        let response = try await client.send(GetResponse())

        #expect(response.status == 203)
        #expect(response.fields["X-Page"] == "2")
        #expect(response.data == Data(ada.utf8))
    }

    @Test func `HTTPChunks is the body as it arrives`() async throws {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        let client = Client.answering(
            .response(
                HTTPResponse(
                    head: ResponseHead(status: .ok), body: .chunks(HTTPChunks(stream)))))

        var chunks = try await client.send(GetChunks()).makeAsyncIterator()
        pieces.yield(Data("one".utf8))
        #expect(try await chunks.next() == Data("one".utf8))
        pieces.yield(Data("two".utf8))
        #expect(try await chunks.next() == Data("two".utf8))
        pieces.finish()
        #expect(try await chunks.next() == nil)
    }

    @Test func `WithHead is a value with the head that it came with`() async throws {
        let fields: HTTPFields = ["X-Page": "2"]

        let user = try await Client.answering(.json(ada, status: 201, fields: fields)).send(GetUserWithHead())
        #expect(user.value == User(id: 1, name: "Ada"))
        #expect(user.head.status == 201)
        #expect(user.head.fields["X-Page"] == "2")

        let text = try await Client.answering(.body("hello", "text/plain")).send(GetTextWithHead())
        #expect(text.value == "hello")

        let none = try await Client.answering(.status(204, fields: fields)).send(GetOptionalUserWithHead())
        #expect(none.value == nil)
        #expect(none.head.fields["X-Page"] == "2")
    }

    @Test func `Accept says what the Response can be made of`() throws {
        let client = Client.answering(.status(204))
        func accept<Declared: Endpoint>(_ endpoint: Declared) throws -> String? {
            try client.httpRequest(for: endpoint).fields[.accept]
        }

        #expect(try accept(GetUser()) == "application/json")
        #expect(try accept(GetUsers()) == "application/json")
        #expect(try accept(GetOptionalUser()) == "application/json")
        #expect(try accept(GetUserWithHead()) == "application/json")
        #expect(try accept(GetData()) == "*/*")
        #expect(try accept(GetText()) == "*/*")
        #expect(try accept(GetNothing()) == "*/*")
        #expect(try accept(GetOptionalText()) == "*/*")
        #expect(try accept(GetOptionalData()) == "*/*")
        #expect(try accept(GetResponse()) == "*/*")
        #expect(try accept(GetChunks()) == "*/*")
        #expect(try accept(GetTextWithHead()) == "*/*")
    }
}

/// The compiler picks the mapping of a generic endpoint for `Decodable`, whatever the type turns out to be.
@Suite struct GenericEndpointTests {
    @Test func `a generic endpoint gives a model`() async throws {
        #expect(try await Client.answering(json: ada).send(GetThing<User>()) == User(id: 1, name: "Ada"))
        #expect(try await Client.answering(json: "[1, 2]").send(GetThing<[Int]>()) == [1, 2])
        #expect(try await Client.answering(json: "7").send(GetThing<Int>()) == 7)
    }

    @Test func `a generic endpoint gives text and bytes as they are`() async throws {
        let client = Client.answering(.body("\"x\"", "text/plain"))

        #expect(try await client.send(GetThing<String>()) == "\"x\"")
        #expect(try await client.send(GetThing<Data>()) == Data("\"x\"".utf8))
        #expect(try client.httpRequest(for: GetThing<String>()).fields[.accept] == "*/*")
    }

    @Test func `a generic endpoint gives nil where there is no body`() async throws {
        #expect(try await Client.answering(.status(204)).send(GetThing<User?>()) == nil)
        #expect(try await Client.answering(.status(200)).send(GetThing<String?>()) == nil)
        #expect(try await Client.answering(json: ada).send(GetThing<User?>()) == User(id: 1, name: "Ada"))
        #expect(try await Client.answering(.body("x", "text/plain")).send(GetThing<String?>()) == "x")
        #expect(try await Client.answering(.body("x", "text/plain")).send(GetThing<Data?>()) == Data("x".utf8))
    }

    @Test func `a generic endpoint gives a value with its head`() async throws {
        struct Page: Endpoint {
            static let route: Route = "GET /thing"
            typealias Response = WithHead<[Int]>
        }

        #expect(try await Client.answering(json: "[1]").send(Page()).value == [1])
    }
}
