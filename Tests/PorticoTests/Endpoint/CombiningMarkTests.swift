import Portico
import PorticoTesting
import Testing

/// A mark after a character of syntax makes one `Character` of the two, and the syntax stays what it is.
@Suite struct CombiningMarkTests {
    private let client = Client(
        environment: APIEnvironment("test", baseURL: "https://h/base"), transport: StubTransport(.json("{}")))

    @Test(arguments: ["../\u{301}x", "a/..//\u{301}", "a//\u{301}", "./\u{301}"])
    func `a value of several segments cannot walk up behind a mark`(value: String) {
        #expect(throws: CallError<ErrorBody>.self) {
            try client.httpRequest(for: Request<Void, ErrorBody>.get("/files/\(segments: value)"))
        }
    }

    @Test func `a marked slash is escaped in one segment and kept in several`() throws {
        let one = try client.httpRequest(for: Request<Void, ErrorBody>.get("/files/\("a/\u{301}b")"))
        let several = try client.httpRequest(for: Request<Void, ErrorBody>.get("/files/\(segments: "a/\u{301}b")"))

        #expect(one.path == "/base/files/a%2F%CC%81b")
        #expect(several.path == "/base/files/a/%CC%81b")
    }

    @Test func `a marked comma separates the elements of a header's list as well`() {
        struct Tagged: Endpoint {
            static let route: Route = "GET /x"
            typealias Response = Void
            @Header("X-Tags", style: ParameterStyle(arrays: .comma)) var tags: [String] = []
        }

        #expect(throws: CallError<ErrorBody>.self) {
            try client.httpRequest(for: Tagged(tags: ["a", "b,\u{301}c"]))
        }
    }
}
