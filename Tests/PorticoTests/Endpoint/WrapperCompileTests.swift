import Testing

/// What the compiler says of a wrapper in a style that has no default, and which wrappers it takes.
@Suite(.enabled(if: Compiler() != nil, "needs swiftc on the path, and the modules beside the tests"))
struct WrapperCompileTests {
    @Test func `a wrapper with a style and no default is answered with what to write`() throws {
        let source = """
            import Portico
            struct Search: Endpoint {
                static let route: Route = "POST /x"
                @Query(style: .inherited) var query: Int
                @Header("h", style: .inherited) var header: Int
                @Field(style: .inherited) var field: Int
                @Part("p", style: .inherited) var part: Int
            }
            """
        let message = "give the property a default, such as '= nil' or '= []'"

        #expect(
            try Compiler()?.diagnostics(of: source)
                == (4...7).map { "\($0): error: 'init(_:style:)' is unavailable: \(message)" })
    }

    @Test func `properties with a default can be left out, required ones cannot`() throws {
        let source = """
            import Portico
            struct Search: Endpoint {
                static let route: Route = "GET /{id}"
                var id: Int
                @Query("n") var a: Int? = nil
                @Query("m", style: .inherited) var b: Int? = nil
                @Query(style: .inherited) var c = [1]
                @Header var d: String?
                @Field var e = 1
                @Query var f: Int
            }
            let all = [Search(id: 1, f: 2), Search(id: 1, a: 2, b: 3, c: [4], d: "5", e: 6, f: 7)]
            let wrong = Search(id: 1)
            """

        #expect(try Compiler()?.diagnostics(of: source) == ["13: error: missing argument for parameter 'f' in call"])
    }

    @Test func `a route is a literal`() throws {
        let source = """
            import Portico
            let text = "GET /x"
            struct Search: Endpoint {
                static let route = Route(stringLiteral: text)
            }
            """
        let message = "cannot convert value of type 'String' to expected argument type 'StaticString'"

        #expect(try Compiler()?.diagnostics(of: source) == ["4: error: \(message)"])
    }
}
