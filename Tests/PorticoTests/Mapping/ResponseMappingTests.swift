import Foundation
import Portico
import PorticoTesting
import Testing

private func send<Value: Sendable>(
    _ mapping: ResponseMapping<Value>, to client: Client
) async throws(CallError<ErrorBody>) -> Value {
    try await client.send(Request(.get, "/thing", mapping: mapping))
}

/// A type of an app's own: the bytes of a bitmap, as some framework would read them.
private struct Bitmap: ResponseConvertible, Equatable, Sendable {
    var pixels: [UInt8]

    init(_ response: HTTPResponse, _ context: MappingContext) throws {
        let data = try context.bytes(of: response)
        guard data.starts(with: [0x42, 0x4D]) else { throw NoBitmap() }
        pixels = Array(data.dropFirst(2))
    }

    static var acceptedMediaTypes: [MediaType]? { MediaType.list("image/bmp") }

    struct NoBitmap: Error, CustomStringConvertible {
        let description = "the body does not begin with BM"
    }
}

/// Both Decodable and ResponseConvertible: the latter was written for this purpose.
private struct Celsius: Decodable, ResponseConvertible, Equatable, Sendable {
    var degrees: Double

    init(from decoder: any Decoder) throws { degrees = try decoder.singleValueContainer().decode(Double.self) }

    init(_ response: HTTPResponse, _ context: MappingContext) throws {
        degrees = try context.decode(Double.self, at: "temperature", from: response)
    }

    static var acceptedMediaTypes: [MediaType]? { nil }
}

@Suite struct ResponseMappingTests {
    @Test func `a closure makes the value of the answer`() async throws {
        let mapping = ResponseMapping<Int>.custom(accepting: [.plainText]) { response, context in
            try context.bytes(of: response).count
        }
        let stub = StubTransport(.body("hello", "text/plain"))

        #expect(try await send(mapping, to: Client(environment: .stub, transport: stub)) == 5)
        #expect(stub.requests[0].fields[.accept] == "text/plain")
    }

    @Test func `a closure decodes by the decoder of the call`() async throws {
        let mapping = ResponseMapping<String>.custom { response, context in
            try context.decode(User.self, from: response).name
        }

        #expect(try await send(mapping, to: .answering(json: #"{"id": 1, "name": "Ada"}"#)) == "Ada")
    }

    @Test func `what a closure throws is told`() async throws {
        struct Odd: Error, CustomStringConvertible { let description = "an odd number of bytes" }
        let mapping = ResponseMapping<Int>.custom { _, _ in throw Odd() }

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await send(mapping, to: .answering(json: "[1]"))
        }

        guard case .undecodableBody(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem.underlying is Odd)
        #expect(
            error?.description == """
                Request, GET https://api.example/thing: \
                200 OK, but cannot decode Int: an odd number of bytes; near [1]
                """)
    }

    @Test func `a value is made into another one`() async throws {
        let mapping = ResponseMapping<[Int]>.at("items").map(\.count)
        let stub = StubTransport(.json(#"{"items": [1, 2, 3]}"#))

        #expect(try await send(mapping, to: Client(environment: .stub, transport: stub)) == 3)
        #expect(stub.requests[0].fields[.accept] == "application/json")
    }

    @Test func `a mapping gives its value with the head`() async throws {
        let client = Client.answering(.json(#"{"items": [1]}"#, fields: ["Link": "next"]))

        let page = try await send(ResponseMapping<[Int]>.at("items").withHead, to: client)

        #expect(page.value == [1])
        #expect(page.head.fields["Link"] == "next")
    }

    @Test func `another decoder reads one endpoint`() async throws {
        struct Backwards: ResponseDecoder {
            var mediaTypes: [MediaType] { MediaType.list("application/x-backwards") }
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try JSONDecoder().decode(type, from: Data(data.reversed()))
            }
        }
        let stub = StubTransport(.body("]2 ,1[", "application/x-backwards"))

        let numbers = try await send(
            ResponseMapping<[Int]>.decoded(by: Backwards()), to: Client(environment: .stub, transport: stub))

        #expect(numbers == [1, 2])
        #expect(stub.requests[0].fields[.accept] == "application/x-backwards")
    }

    @Test func `a streamed answer is there when its head is`() async throws {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        let client = Client.answering(
            .response(
                HTTPResponse(
                    head: ResponseHead(status: 200, fields: ["X-Page": "2"]), body: .chunks(HTTPChunks(stream)))))

        let response = try await send(.streamed, to: client)
        #expect(response.fields["X-Page"] == "2")
        #expect(response.data == nil)

        pieces.yield(Data("late".utf8))
        pieces.finish()
        #expect(try await response.bytes(limit: 10) == Data("late".utf8))
    }

    @Test func `a streamed answer comes with its head where both are wanted`() async throws {
        let client = Client.answering(.body("hello", "text/plain"))

        let both = try await send(ResponseMapping<HTTPChunks>.converted.withHead, to: client)

        #expect(both.head.mediaType == .plainText)
        #expect(try await both.value.collected(limit: 10) == Data("hello".utf8))
    }

    @Test func `a streamed answer cannot be decoded, and the error says so`() async throws {
        let mapping = ResponseMapping<HTTPResponse>.streamed.map { response in
            try MappingContext(decoder: JSONDecoder(), method: .get).decode([Int].self, from: response)
        }

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await send(mapping, to: .answering(json: "[1]"))
        }

        #expect(
            error?.description == """
                Request, GET https://api.example/thing: 200 OK, but cannot decode Array<Int>: \
                the mapping needs the whole body, but it is streamed
                """)
    }
}

@Suite struct ResponseConvertibleTests {
    private struct GetBitmap: Endpoint {
        static let route: Route = "GET /bitmap"
        typealias Response = Bitmap
    }

    private struct GetCelsius: Endpoint {
        static let route: Route = "GET /temperature"
        typealias Response = Celsius
    }

    @Test func `a type of one's own is made of the answer`() async throws {
        let stub = StubTransport(.bytes([0x42, 0x4D, 1, 2], "image/bmp"))

        let bitmap = try await Client(environment: .stub, transport: stub).send(GetBitmap())

        #expect(bitmap.pixels == [1, 2])
        #expect(stub.requests[0].fields[.accept] == "image/bmp")
    }

    @Test func `what a type of one's own throws is told`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await Client.answering(.bytes([1], "image/bmp")).send(GetBitmap())
        }

        #expect(
            error?.description == """
                GetBitmap, GET https://api.example/bitmap: 200 OK, but cannot decode Bitmap: \
                the body does not begin with BM; near <1 bytes of image/bmp left out>
                """)
    }

    @Test func `a type that is Decodable too is made of the answer`() async throws {
        let client = Client.answering(json: #"{"temperature": 21.5}"#)

        #expect(try await client.send(GetCelsius()) == Celsius(degrees: 21.5))
        #expect(try await client.send(GetThing<Celsius>()) == Celsius(degrees: 21.5))
        #expect(try await client.send(GetThing<Celsius?>()) == Celsius(degrees: 21.5))
    }

    @Test func `a factory gives a type of one's own`() async throws {
        let request: Request<Bitmap, ErrorBody> = .get("/bitmap")

        #expect(try await Client.answering(.bytes([0x42, 0x4D, 7], "image/bmp")).send(request).pixels == [7])
    }
}

extension Celsius {
    fileprivate init(degrees: Double) { self.degrees = degrees }
}
