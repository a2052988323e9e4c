import Foundation
import Portico
import PorticoTesting
import Testing

/// The parameter's style decides, then the endpoint's, then the client's, then the default.
@Suite struct StylePrecedenceTests {
    struct Search: Endpoint {
        static let route: Route = "GET /search"
        static let style = ParameterStyle(arrays: .comma, booleans: .digits)
        var tags = ["a", "b"]
        var isOpen = true
        @Query(style: ParameterStyle(arrays: .brackets)) var ids = [1, 2]
        @Query(style: ParameterStyle(booleans: .words)) var isNew = true
        @Query("sizes", style: ParameterStyle(keys: .kebabCase)) var imageSizes = [3, 4]
        @Query(style: ParameterStyle(keys: .kebabCase)) var fileTypes = [5, 6]
    }

    struct Plain: Endpoint {
        static let route: Route = "GET /search"
        var tags = ["a", "b"]
        var isOpen = true
    }

    @Test func `each choice is made by the nearest that makes it`() {
        let client = Client.plain.withStyle(ParameterStyle(arrays: .pipe, booleans: .words, keys: .snakeCase))
        #expect(
            client.line(of: Search())
                == "GET https://h/search?tags=a,b&is_open=1&ids%5B%5D=1&ids%5B%5D=2&is_new=true&sizes=3,4&file-types=5,6"
        )
        #expect(client.line(of: Plain()) == "GET https://h/search?tags=a%7Cb&is_open=true")
        #expect(Client.plain.line(of: Plain()) == "GET https://h/search?tags=a&tags=b&isOpen=true")
    }

    @Test func `a client's styles are not added up`() {
        let client = Client.plain.withStyle(ParameterStyle(arrays: .comma)).withStyle(ParameterStyle(booleans: .digits))
        #expect(client.line(of: Plain()) == "GET https://h/search?tags=a&tags=b&isOpen=1")
    }

    struct Dated: Endpoint {
        static var route: Route { "POST /search" }
        static var style: ParameterStyle { EndpointStyle.current }
        @Query var from = moment
        @Header var since = moment
        var at = moment
        var all = ["x": [moment]]
    }

    struct DatedForm: Endpoint {
        static var route: Route { "POST /search" }
        static var style: ParameterStyle { EndpointStyle.current }
        static var bodyFormat: BodyFormat { .form }
        @Query var from = moment
        @Header var since = moment
        var at = moment
        var all = ["x": [moment]]
    }

    @Test func `one setting for dates holds for queries, fields and bodies`() {
        let seconds = ParameterStyle(dates: .epochSeconds)
        let json = """
            POST https://h/search?from=1704164645.25
            since: 1704164645.25
            Accept: */*
            Content-Type: application/json

            {"all":{"x":[1704164645.25]},"at":1704164645.25}
            """
        let form = """
            POST https://h/search?from=1704164645.25
            since: 1704164645.25
            Accept: */*
            Content-Type: application/x-www-form-urlencoded

            at=1704164645.25&all%5Bx%5D=1704164645.25
            """
        #expect(Client.plain.withStyle(seconds).text(of: Dated()) == json)
        #expect(Client.plain.withStyle(seconds).text(of: DatedForm()) == form)
        EndpointStyle.$current.withValue(seconds) {
            #expect(Client.plain.withStyle(ParameterStyle(dates: .rfc1123)).text(of: Dated()) == json)
            #expect(Client.plain.withStyle(ParameterStyle(dates: .rfc1123)).text(of: DatedForm()) == form)
        }
    }

    struct DatedFields: Endpoint {
        static let route: Route = "POST /search"
        @Field(style: ParameterStyle(dates: .epochMilliseconds)) var at = moment
        @Field(style: ParameterStyle(dates: .rfc1123)) var all: [String: [Date?]] = ["x": [moment, nil]]
        @Field(style: ParameterStyle(dates: .epochSeconds)) var end: Date? = nil
        var start = moment
    }

    @Test func `a member of a JSON body can have dates of its own, however deep they are`() {
        #expect(
            Client.plain.body(of: DatedFields())
                == #"{"all":{"x":["Tue, 02 Jan 2024 03:04:05 GMT",null]},"at":1704164645250,"start":"2024-01-02T03:04:05.250Z"}"#
        )
    }

    struct Keyed: Endpoint {
        static var route: Route { "POST /search" }
        static var style: ParameterStyle { ParameterStyle(keys: .snakeCase) }
        @Query var userID = 1
        @Header var requestID = "r"
        var fullName = "n"
        var homeAddress = Sample.Person(firstName: "f")
    }

    @Test func `keys are restyled in queries, and in a JSON body those of the endpoint itself`() {
        #expect(
            Client.plain.text(of: Keyed())
                == """
                POST https://h/search?user_id=1
                request-id: r
                Accept: */*
                Content-Type: application/json

                {"full_name":"n","home_address":{"firstName":"f"}}
                """)
    }

    static let names: [(String, String, String)] = [
        ("perPage", "per_page", "per-page"), ("imageURL", "image_url", "image-url"),
        ("imageURLPath", "image_url_path", "image-url-path"),
        ("URL", "url", "url"), ("id", "id", "id"), ("userID2", "user_id2", "user-id2"), ("x1Y", "x1_y", "x1-y"),
        ("per_page", "per_page", "per_page"), ("ABTest", "ab_test", "ab-test"), ("", "", ""), ("é", "é", "é"),
    ]

    @Test(arguments: names)
    func `a name's words become a key`(name: String, snake: String, kebab: String) throws {
        #expect(
            Client.plain.withStyle(ParameterStyle(keys: .snakeCase)).line(of: Named(name: name)) == Self.line(snake))
        #expect(
            Client.plain.withStyle(ParameterStyle(keys: .kebabCase)).line(of: Named(name: name)) == Self.line(kebab))
    }

    private static func line(_ key: String) -> String {
        "GET https://h/x?\(key == "é" ? "%C3%A9" : key)=1"
    }

    struct Named: Endpoint {
        static let route: Route = "GET /x"
        var name: String

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Key(stringValue: name))
        }
    }
}
