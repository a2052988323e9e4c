import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct BodyFormatTests {
    private func text(_ endpoint: some Endpoint) -> String { Client.plain.text(of: endpoint) }

    // MARK: JSON

    struct Create: Endpoint {
        static let route: Route = "POST /users"
        var zip = "1/2", name = "é", age = 7
        @Field("is_admin") var isAdmin = false
        var tags = ["b": 1, "a": 2]
    }

    @Test func `JSON has its keys sorted and its slashes as they are`() {
        let expected = """
            POST https://h/users
            Accept: */*
            Content-Type: application/json

            {"age":7,"is_admin":false,"name":"é","tags":{"a":2,"b":1},"zip":"1/2"}
            """
        for _ in 0..<20 { #expect(text(Create()) == expected) }
    }

    struct Whole: Endpoint {
        static let route: Route = "PUT /users/{id}"
        var id = 1
        @Query var notify = true
        @Body var user = Sample.Person(firstName: "A", age: 7)
    }

    @Test func `a whole body lies beside path, query and fields`() {
        #expect(
            text(Whole())
                == """
                PUT https://h/users/1?notify=true
                Accept: */*
                Content-Type: application/json

                {"age":7,"firstName":"A"}
                """)
    }

    struct BodyOfGet: Endpoint {
        static let route: Route = "GET /search"
        var page = 1
        @Body var query: [String: String]?
    }

    @Test func `a GET has a body where one is declared, and none where it is nil`() {
        #expect(text(BodyOfGet()) == "GET https://h/search?page=1\nAccept: */*")
        #expect(
            text(BodyOfGet(query: ["a": "b"]))
                == "GET https://h/search?page=1\nAccept: */*\nContent-Type: application/json\n\n{\"a\":\"b\"}")
    }

    // MARK: Forms

    struct Login: Endpoint {
        static let route: Route = "POST /token"
        static let bodyFormat = BodyFormat.form
        var grantType = "password", user = "a b+c&d=e*~", scope = ["read", "write"]
        @Query var tenant = "a b"
        enum CodingKeys: String, CodingKey { case grantType = "grant_type", user, scope, tenant }
    }

    @Test func `a form is written as the WHATWG URL standard has it, in declared order`() {
        #expect(
            text(Login())
                == """
                POST https://h/token?tenant=a%20b
                Accept: */*
                Content-Type: application/x-www-form-urlencoded

                grant_type=password&user=a+b%2Bc%26d%3De*%7E&scope=read&scope=write
                """)
    }

    struct EmptyForm: Endpoint {
        static let route: Route = "POST /token"
        static let bodyFormat = BodyFormat.form
        var user: String?
    }

    @Test func `a form whose values are all nil is an empty one`() {
        #expect(
            text(EmptyForm())
                == "POST https://h/token\nAccept: */*\nContent-Type: application/x-www-form-urlencoded\n\n")
    }

    // MARK: Multipart

    struct Upload: Endpoint {
        static let route: Route = "POST /photos/{album}"
        static let bodyFormat = BodyFormat.multipart
        var album = 1
        var title = "Sun\r\nset"
        @Part("photo[]") var photos = [photo, FilePart.bytes(Data("PNG".utf8), filename: nil, mediaType: nil)]
        @Part var thumbnail: FilePart?
        @Part var raw = Data([0x41])
        @Part var raws = [Data([0x42]), Data([0x43])]
        var point = Sample.Point(x: 1, y: 2)
    }

    @Test func `a multipart form has a part for each property, in declared order`() {
        #expect(
            Client.plain.body(of: Upload())
                == [
                    #"name="title"⏎⏎Sun⏎set⏎"#,
                    #"name="photo[]"; filename="a.jpg"⏎Content-Type: image/jpeg⏎⏎JPEG⏎"#,
                    #"name="photo[]"⏎⏎PNG⏎"#,
                    #"name="raw"⏎Content-Type: application/octet-stream⏎⏎A⏎"#,
                    #"name="raws"⏎Content-Type: application/octet-stream⏎⏎B⏎"#,
                    #"name="raws"⏎Content-Type: application/octet-stream⏎⏎C⏎"#,
                    #"name="point[x]"⏎⏎1⏎"#,
                    #"name="point[y]"⏎⏎2⏎"#,
                ].joined(separator: " | "))
    }

    struct SmallForm: Endpoint {
        static let route: Route = "POST /photos"
        static let bodyFormat = BodyFormat.multipart
        var title = "a"
        @Part var photo: FilePart
    }

    @Test func `the boundary of a form is the one that Content-Type names, and the bytes are these`() async throws {
        let file = FilePart.bytes(Data("JPEG".utf8), filename: "q\"\r\n\0é.jpg", mediaType: MediaType("image/jpeg"))
        let request = try Client.plain.httpRequest(for: SmallForm(photo: file))
        let type = try #require(request.fields[.contentType])
        let boundary = try #require(type.split(separator: "boundary=").last)
        var bytes = Data()
        for try await chunk in try request.body.chunks() { bytes += chunk }

        #expect(type == "multipart/form-data; boundary=\(boundary)")
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                --\(boundary)\r
                Content-Disposition: form-data; name="title"\r
                \r
                a\r
                --\(boundary)\r
                Content-Disposition: form-data; name="photo"; filename="q%22%0D%0A%00é.jpg"\r
                Content-Type: image/jpeg\r
                \r
                JPEG\r
                --\(boundary)--\r

                """)
    }

    struct WholeMultipart: Endpoint {
        static let route: Route = "POST /photos"
        static let bodyFormat = BodyFormat.multipart
        @Body var person = Sample.Person(firstName: "A", age: 7)
    }

    @Test func `a multipart form can be made of a value's properties`() {
        #expect(Client.plain.body(of: WholeMultipart()) == #"name="firstName"⏎⏎A⏎ | name="age"⏎⏎7⏎"#)
    }

    // MARK: Bytes, files, encoders

    struct Raw<Value: Encodable & Sendable>: Endpoint {
        static var route: Route { "PUT /raw" }
        static var bodyFormat: BodyFormat { .bytes(MediaType("image/png") ?? .octetStream) }
        @Body var value: Value
    }

    struct RawField: Endpoint {
        static let route: Route = "PUT /raw"
        static let bodyFormat = BodyFormat.bytes()
        var note: String? = "x"
    }

    @Test func `bytes go out as they are`() {
        #expect(text(Raw(value: Data("PNG".utf8))) == "PUT https://h/raw\nAccept: */*\nContent-Type: image/png\n\nPNG")
        #expect(text(Raw(value: "PNG")) == "PUT https://h/raw\nAccept: */*\nContent-Type: image/png\n\nPNG")
        #expect(text(Raw(value: Data?.none)) == "PUT https://h/raw\nAccept: */*")
        #expect(text(Raw(value: 7)) == "!body: the format is bytes, but the @Body is Int, not Data or String")
        #expect(text(RawField()) == "!property 'note': a member of a body, but the format is bytes or a file")
        #expect(text(RawField(note: nil)) == "!body: the format is bytes or a file, but there is no @Body")
    }

    struct FileBody<Value: Encodable & Sendable>: Endpoint {
        static var route: Route { "PUT /file" }
        static var bodyFormat: BodyFormat { .file(.plainText) }
        @Body var value: Value
    }

    @Test func `a file is named by its URL`() throws {
        let file = URL(filePath: "/tmp/none.txt")
        let request = try Client.plain.httpRequest(for: FileBody(value: file))
        #expect(request.fields[.contentType] == "text/plain" && request.body.data == nil && request.body.isReplayable)
        #expect(text(FileBody(value: "x")) == "!body: the format is a file, but the @Body is String, not URL")
    }

    struct Lines: BodyEncoder {
        var mediaType: MediaType { .plainText }

        func encode<Value: Encodable>(_ value: Value) throws -> Data {
            let json = try JSONEncoder().encode(value)
            return Data("lines \(json.count)".utf8)
        }
    }

    struct Custom: Endpoint {
        static let route: Route = "PUT /lines"
        static let bodyFormat = BodyFormat.encoded(by: Lines())
        var a = 1
        var b: Int?
    }

    struct CustomWhole: Endpoint {
        static let route: Route = "PUT /lines"
        static let bodyFormat = BodyFormat.encoded(by: Lines())
        @Body var a = [1, 2]
    }

    @Test func `an encoder of one's own makes the bytes and says their type`() {
        #expect(text(Custom()) == "PUT https://h/lines\nAccept: */*\nContent-Type: text/plain\n\nlines 7")
        #expect(text(CustomWhole()) == "PUT https://h/lines\nAccept: */*\nContent-Type: text/plain\n\nlines 5")
        #expect(
            Client.plain.withEncoder(Lines()).text(of: Whole())
                == "PUT https://h/users/1?notify=true\nAccept: */*\nContent-Type: text/plain\n\nlines 25")
    }

    struct DatedMember: Endpoint {
        static let route: Route = "PUT /dates"
        var at = moment
        var all = [moment]
        var link = site
    }

    @Test func `a client's own encoder writes dates as it does, wherever they are`() {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            Client.plain.withEncoder(encoder).body(of: DatedMember())
                == #"{"all":[1704164645.25],"at":1704164645.25,"link":"https://h/a?b=c%20d"}"#)
    }
}
