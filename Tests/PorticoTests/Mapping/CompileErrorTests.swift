import Testing

/// A source that cannot work, and all that the compiler has to say about it.
struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let source: String
    let diagnostics: [String]
    var options: [String] = []
}

private let response =
    "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else declare a mapping"
private let failure = "Failure must be a nonisolated Decodable or ResponseConvertible; else declare a failureMapping"
private let wrapper = "give the property a default, such as '= nil', or rename a required one in CodingKeys"

extension Refused {
    static let all = [
        Refused(
            testDescription: "a Response that is nothing of the kind",
            source: """
                struct Opaque: Sendable {}
                struct Get: Endpoint {
                    static let route: Route = "GET /x"
                    typealias Response = Opaque
                }
                """,
            diagnostics: [
                "3: error: type 'Get' does not conform to protocol 'Endpoint'",
                "3: error: unavailable static property 'mapping' was used to satisfy a requirement of protocol 'Endpoint': \(response)",
            ]),
        Refused(
            testDescription: "a Failure that is nothing of the kind",
            source: """
                struct Opaque: Sendable {}
                struct Get: Endpoint {
                    static let route: Route = "GET /x"
                    typealias Failure = Opaque
                }
                """,
            diagnostics: [
                "3: error: type 'Get' does not conform to protocol 'Endpoint'",
                "3: error: unavailable static property 'failureMapping' was used to satisfy a requirement of protocol 'Endpoint': \(failure)",
            ]),
        Refused(
            testDescription: "a Response whose conformance belongs to the main actor",
            source: """
                struct Model: Decodable { var id: Int }
                struct Get: Endpoint {
                    static let route: Route = "GET /x"
                    typealias Response = Model
                }
                """,
            diagnostics: [
                "3: error: type 'Get' does not conform to protocol 'Endpoint'",
                "3: error: unavailable static property 'mapping' was used to satisfy a requirement of protocol 'Endpoint': \(response)",
            ],
            options: ["-default-isolation", "MainActor"]),
        Refused(
            testDescription: "a factory's Response that is nothing of the kind",
            source: """
                struct Opaque: Sendable {}
                extension Request where Response == Opaque {
                    static func opaque() -> Self { .get("/x") }
                }
                """,
            diagnostics: ["4: error: 'callAsFunction(_:query:fields:body:)' is unavailable: \(response)"]),
        Refused(
            testDescription: "an answer to a router's case that is nothing of the kind",
            source: """
                struct Opaque: Sendable {}
                enum Things: Router {
                    case show(id: Int)
                    var route: Route { "GET /things/{id}" }
                }
                func show(_ client: Client) async throws -> Opaque { try await client.send(Things.show(id: 1)) }
                """,
            diagnostics: [
                """
                7: error: 'send(_:as:options:)' is unavailable: Response must be Void, or a nonisolated Decodable or \
                ResponseConvertible; else send a Request with a mapping
                """
            ]),
        Refused(
            testDescription: "a router's Failure that is nothing of the kind",
            source: """
                struct Opaque: Sendable {}
                enum Things: Router {
                    case show(id: Int)
                    typealias Failure = Opaque
                    var route: Route { "GET /things/{id}" }
                }
                """,
            diagnostics: [
                "3: error: type 'Things' does not conform to protocol 'Router'",
                "3: error: unavailable static property 'failureMapping' was used to satisfy a requirement of protocol 'Router': \(failure)",
            ]),
        Refused(
            testDescription: "wrappers that rename a required property",
            source: """
                struct Search: Endpoint {
                    static let route: Route = "POST /x"
                    @Query("q") var query: Int
                    @Header("h") var header: Int
                    @Field("f") var field: Int
                    @Part("p") var part: Int
                }
                """,
            diagnostics: (4...7).map { "\($0): error: 'init(_:)' is unavailable: \(wrapper)" }),
    ]
}

@Suite(.enabled(if: Compiler() != nil, "needs swiftc on the path, and the modules beside the tests"))
struct CompileErrorTests {
    @Test(arguments: Refused.all) func `what cannot work is refused in one sentence`(refused: Refused) throws {
        let compiler = try #require(Compiler())

        #expect(
            try compiler.diagnostics(of: "import Portico\n" + refused.source, refused.options) == refused.diagnostics)
    }

    @Test func `what is right compiles without a word`() throws {
        let source = """
            import Portico
            struct Search: Endpoint {
                static let route: Route = "GET /search"
                typealias Response = [String]
                @Query("q") var text: String? = nil
            }
            func search(_ client: Client) async throws(CallError<ErrorBody>) -> [String] {
                try await client.send(Search(text: "x"))
            }
            """

        #expect(try Compiler()?.diagnostics(of: source) == [])
    }
}
