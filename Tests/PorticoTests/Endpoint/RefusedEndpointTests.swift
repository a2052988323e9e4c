import Foundation
import Portico
import PorticoTesting
import Testing

/// Each declaration that would have to be guessed at is an error that names the endpoint and the property.
@Suite struct RefusedEndpointTests {
    private func problem(_ endpoint: some Endpoint) -> String { Client.plain.text(of: endpoint) }

    // MARK: Placeholders

    struct NoSuchProperty: Endpoint {
        static let route: Route = "GET /users/{id}"
        var userID = 1
    }

    struct WrappedElsewhere: Endpoint {
        static let route: Route = "GET /users/{id}"
        @Query var id = 1
    }

    struct Renamed: Endpoint {
        static let route: Route = "GET /users/{id}"
        var id = 1
        enum CodingKeys: String, CodingKey { case id = "user_id" }
    }

    @Test func `a placeholder needs a property of its name`() throws {
        #expect(problem(NoSuchProperty()) == "!route: 'GET /users/{id}': no property is named 'id'")
        #expect(problem(Renamed()) == "!route: 'GET /users/{id}': no property is named 'id'")
        #expect(
            problem(WrappedElsewhere())
                == "!property 'id': its wrapper puts it elsewhere, but the route 'GET /users/{id}' has it")
    }

    @Test func `the error says which endpoint it was, and that nothing was sent`() throws {
        let error = #expect(throws: CallError<ErrorBody>.self) { try Client.plain.httpRequest(for: NoSuchProperty()) }

        #expect(error?.call == CallDescription(name: "NoSuchProperty", route: "GET /users/{id}"))
        #expect(error?.attempts.isEmpty == true && error?.request == nil)
        #expect(
            error?.description
                == "NoSuchProperty, GET /users/{id}: the request is invalid: "
                + "route: 'GET /users/{id}': no property is named 'id'")
    }

    // MARK: Names bound twice

    struct BoundTwice: Endpoint {
        static let route: Route = "GET /users"
        enum CodingKeys: CodingKey { case name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .name)
            try container.encode(2, forKey: .name)
        }
    }

    struct TwoContainers: Endpoint {
        static let route: Route = "GET /users"
        enum CodingKeys: CodingKey { case name }

        func encode(to encoder: any Encoder) throws {
            for value in 1...2 {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(value, forKey: .name)
            }
        }
    }

    struct SameHeader: Endpoint {
        static let route: Route = "GET /users"
        @Header("X-Trace") var first: String? = "a"
        @Header("x-trace") var second: String? = "b"
    }

    struct SameMember: Endpoint {
        static let route: Route = "POST /users"
        static let style = ParameterStyle(keys: .snakeCase)
        var fullName: String? = "a"
        @Field("full_name") var name: String? = "b"
    }

    struct SameQuery: Endpoint {
        static let route: Route = "GET /users"
        @Query("sort") var first = "name"
        @Query("sort") var second = "-age"
    }

    @Test func `a property is bound once`() {
        #expect(problem(BoundTwice()) == "!property 'name': bound twice")
        #expect(problem(TwoContainers()) == "!property 'name': bound twice")
    }

    @Test(arguments: ["a", nil], ["b", nil])
    func `two properties have no field and no member in common, whatever their values are`(
        first: String?, second: String?
    ) {
        #expect(
            problem(SameHeader(first: first, second: second))
                == "!property 'second': the header 'x-trace' is bound twice")
        #expect(
            problem(SameMember(fullName: first, name: second))
                == "!property 'name': the member 'full_name' of the body is bound twice")
    }

    @Test func `two properties may have a query's name in common`() {
        #expect(Client.plain.line(of: SameQuery()) == "GET https://h/users?sort=name&sort=-age")
    }

    // MARK: Bodies

    struct TwoBodies: Endpoint {
        static let route: Route = "POST /users"
        @Body var first: String? = "a"
        @Body var second: String? = "b"
    }

    struct BodyAndField: Endpoint {
        static let route: Route = "POST /users"
        @Body var user = ["a": 1]
        var note: String? = "b"
    }

    struct PartOfJSON: Endpoint {
        static let route: Route = "POST /users"
        @Part var note: String? = "b"
    }

    struct PartOfForm: Endpoint {
        static let route: Route = "POST /users"
        static let bodyFormat = BodyFormat.form
        @Part var note: String? = "b"
    }

    @Test(arguments: ["a", nil], ["b", nil])
    func `there is one body`(first: String?, second: String?) {
        #expect(problem(TwoBodies(first: first, second: second)) == "!property 'second': a second @Body")
    }

    @Test(arguments: ["b", nil])
    func `a whole body has no members beside it, nil ones neither`(note: String?) {
        #expect(
            problem(BodyAndField(note: note))
                == "!property 'note': a member of the body, which another property is as a whole")
    }

    @Test(arguments: ["b", nil])
    func `a part needs a multipart form`(note: String?) {
        let expected = "!property 'note': @Part, but the endpoint's body format is not multipart"
        #expect(problem(PartOfJSON(note: note)) == expected)
        #expect(problem(PartOfForm(note: note)) == expected)
    }

    // MARK: Wrappers

    struct Stacked: Endpoint {
        static let route: Route = "GET /users"
        @Query @Header var id = 1
    }

    struct StackedInBody: Endpoint {
        static let route: Route = "POST /users"
        @Body @Field var id = 1
    }

    struct Inner: Encodable {
        @Query var page = 1
    }

    struct NestedInQuery: Endpoint {
        static let route: Route = "GET /users"
        var filter = Inner()
    }

    struct NestedInArray: Endpoint {
        static let route: Route = "GET /users"
        @Query var filters = [Inner()]
    }

    struct NestedInJSON: Endpoint {
        static let route: Route = "POST /users"
        var filters = ["a": [Inner()]]
    }

    struct NestedInBody: Endpoint {
        static let route: Route = "POST /users"
        @Body var filter = Inner()
    }

    struct NestedInForm: Endpoint {
        static let route: Route = "POST /users"
        static let bodyFormat = BodyFormat.form
        @Field var filter = Inner()
    }

    struct WrapperInArray: Endpoint {
        static let route: Route = "POST /users"
        var pages = [Query(wrappedValue: 1)]
    }

    @Test func `wrappers are not stacked`() {
        #expect(problem(Stacked()) == "!property 'id': stacked wrappers; @Query must stand alone")
        #expect(problem(StackedInBody()) == "!property 'id': stacked wrappers; @Body must stand alone")
    }

    @Test func `a wrapper inside of a nested value is refused, in every place`() {
        #expect(problem(NestedInQuery()) == "!property 'filter': @Query inside of a nested value")
        #expect(problem(NestedInArray()) == "!property 'filters': @Query inside of a nested value")
        #expect(problem(NestedInJSON()) == "!property 'filters': @Query inside of a nested value")
        #expect(problem(NestedInBody()) == "!body: @Query inside of a nested value")
        #expect(problem(NestedInForm()) == "!property 'filter': @Query inside of a nested value")
        #expect(problem(WrapperInArray()) == "!property 'pages': @Query inside of a nested value")
    }
}
