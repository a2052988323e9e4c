import Foundation
import Portico
import PorticoTesting
import Testing

/// The fields of a request: who says them, and who gives way.
@Suite struct RequestFieldTests {
    struct Ping: Endpoint {
        static let route: Route = "GET /ping"
        @Header("Accept") var accept: String? = nil
        @Header("User-Agent") var agent: String? = nil
        @Header("X-Trace") var trace: String? = nil
    }

    struct User: Endpoint {
        static let route: Route = "GET /user"
        typealias Response = Sample.Account
    }

    struct Text: Endpoint {
        static let route: Route = "GET /text"
        typealias Response = String
    }

    struct Image: Endpoint {
        static let route: Route = "GET /image"
        typealias Response = Int
        static let mapping = ResponseMapping<Int>.custom(accepting: [.plainText, .json]) { _, _ in 1 }
    }

    @Test func `Accept comes from the mapping, unless the call says otherwise`() {
        #expect(Client.plain.fields(of: Ping()) == "Accept: */*")
        #expect(Client.plain.fields(of: User()) == "Accept: application/json")
        #expect(Client.plain.fields(of: Text()) == "Accept: */*")
        #expect(Client.plain.fields(of: Image()) == "Accept: text/plain, application/json")
        #expect(Client.plain.fields(of: Ping(accept: "image/png")) == "Accept: image/png")
    }

    struct Lines: ResponseDecoder {
        var mediaTypes: [MediaType] { [.plainText] }
        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try JSONDecoder().decode(type, from: data)
        }
    }

    @Test func `Accept names what the client's decoder reads`() {
        #expect(Client.plain.withDecoder(Lines()).fields(of: User()) == "Accept: text/plain")
    }

    @Test func `User-Agent has a default, another one, or none`() {
        let named = Client(environment: .stub, transport: StubTransport(.status(.ok)))
        #expect(named.fields(of: Ping()) == "Accept: */*\nUser-Agent: \(Client.defaultUserAgent)")
        #expect(named.withUserAgent("Shop/1").fields(of: Ping()) == "Accept: */*\nUser-Agent: Shop/1")
        #expect(named.withUserAgent(nil).fields(of: Ping()) == "Accept: */*")
        #expect(named.fields(of: Ping(agent: "Own/2")) == "User-Agent: Own/2\nAccept: */*")
    }

    struct Typed: Endpoint {
        static let route: Route = "POST /x"
        @Header("content-type") var type: String? = "application/vnd.api+json"
        var a = 1
    }

    @Test func `one Content-Type goes out, and the caller's wins`() {
        #expect(Client.plain.fields(of: Typed()) == "content-type: application/vnd.api+json\nAccept: */*")
        #expect(Client.plain.fields(of: Typed(type: nil)) == "Accept: */*\nContent-Type: application/json")
        let request = Request(Typed())
        var typed = request
        typed.options.fields = ["CONTENT-TYPE": "text/x"]
        #expect(Client.plain.fields(of: typed) == "content-type: text/x\nAccept: */*")
    }

    @Test func `the environment's fields give way to the client's, those to the endpoint's, and those to the call's`() {
        let client = Client(
            base: "https://h", fields: ["X-Trace": "environment", "X-Client": "environment", "X-App": "shop"]
        )
        .withOptions(CallOptions(fields: ["X-Client": "client", "X-Trace": "client"]))
        #expect(
            client.fields(of: Ping(trace: "endpoint"))
                == "X-Trace: endpoint\nX-Client: client\nX-App: shop\nAccept: */*")
        #expect(client.fields(of: Ping()) == "X-Client: client\nX-Trace: client\nX-App: shop\nAccept: */*")

        var request = Request(Ping(trace: "endpoint"))
        request.options.fields = ["X-Call": "call", "x-trace": "call"]
        #expect(
            client.fields(of: request) == "X-Trace: call\nX-Call: call\nX-Client: client\nX-App: shop\nAccept: */*")
    }

    struct Slow: Endpoint {
        static let route: Route = "GET /slow"
        static let options = CallOptions(fields: ["X-Priority": "low"])
    }

    @Test func `an endpoint's own options have fields too, and every line of a name goes out`() {
        #expect(Client.plain.fields(of: Slow()) == "X-Priority: low\nAccept: */*")
        var request = Request(Slow())
        request.options.fields = ["X-Tag": "a", "X-Tag": "b"]
        #expect(Client.plain.fields(of: request) == "X-Tag: a\nX-Tag: b\nAccept: */*")
    }

    struct Elsewhere: Endpoint {
        static let route: Route = "GET /x"
        static let environment: APIEnvironment? = APIEnvironment(
            "files", baseURL: "https://files.example/v1?k=1", fields: ["X-Files": "1"],
            query: [QueryItem(name: "z", value: "2")])
        var page = 3
    }

    @Test func `an endpoint's own environment takes the place of the client's, fields and query too`() {
        let client = Client(
            base: "https://h?own=1", fields: ["Authorization": "secret"], query: [QueryItem(name: "q", value: "")]
        )
        .withOptions(CallOptions(fields: ["X-Key": "secret"]))
        #expect(
            client.text(of: Elsewhere())
                == "GET https://files.example/v1/x?k=1&z=2&page=3\nX-Files: 1\nAccept: */*")
    }

    struct NamedField: Endpoint {
        static let route: Route = "POST /x"
        var name: String, value: String

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Header(wrappedValue: value, name), forKey: Key(stringValue: "field"))
        }
    }

    static let refused: [(String, String, String)] = [
        ("X-A", "a\r\nX-B: b", "!field 'X-A': the value holds a carriage return, which no field value may"),
        ("X-A", "a\nb", "!field 'X-A': the value holds a line feed, which no field value may"),
        ("X-A", "a\r", "!field 'X-A': the value holds a carriage return, which no field value may"),
        ("X-A", "a\0", "!field 'X-A': the value holds NUL, which no field value may"),
        ("X-A", "a\u{7F}", "!field 'X-A': the value holds the control character 0x7F, which no field value may"),
        ("X-A", "\u{301}\r\n\u{301}", "!field 'X-A': the value holds a carriage return, which no field value may"),
        ("X A", "a", "!field 'X A': the name is no token (RFC 9110, section 5.6.2)"),
        ("X-A:", "a", "!field 'X-A:': the name is no token (RFC 9110, section 5.6.2)"),
        ("X\r\nA", "a", "!field 'X\r\nA': the name is no token (RFC 9110, section 5.6.2)"),
        ("", "a", "!field '': the name is no token (RFC 9110, section 5.6.2)"),
        (
            "Content-Length", "7",
            "!field 'Content-Length': the transport frames the message; give the body a length instead"
        ),
        (
            "content-length", "7",
            "!field 'content-length': the transport frames the message; give the body a length instead"
        ),
        (
            "Transfer-Encoding", "chunked",
            "!field 'Transfer-Encoding': the transport frames the message; give the body a length instead"
        ),
    ]

    @Test(arguments: refused)
    func `a byte that would forge a line, and a field that frames the message, are refused`(
        name: String, value: String, expected: String
    ) async {
        let endpoint = NamedField(name: name, value: value)
        #expect(Client.plain.text(of: endpoint) == expected)

        let stub = StubTransport(.status(.ok))
        let client = Client(environment: .stub, transport: stub)
        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(endpoint) }
        guard case .invalidRequest(let problem) = error?.reason else {
            Issue.record("not an invalid request: \(String(describing: error))")
            return
        }
        #expect("!\(problem)" == expected && stub.requestCount == 0)
    }
}
