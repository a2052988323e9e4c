import Foundation
import Portico
import Testing

@testable import PorticoJSON

@Suite struct JSONElementsTests {
    private struct Item: Codable, Equatable { var id: Int, name: String }

    private static func chunks(_ json: String, size: Int) -> HTTPChunks {
        let bytes = Array(json.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min($0 + size, bytes.count)]) }
        return HTTPChunks(
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            })
    }

    private static func all<Element>(_ elements: JSONElements<Element>) async throws -> [Element] {
        try await elements.reduce(into: []) { $0.append($1) }
    }

    @Test(arguments: [1, 3, 7, 64, 10_000])
    func `elements are decoded while they arrive`(size: Int) async throws {
        let items = (0..<50).map { Item(id: $0, name: "näme \($0)") }
        let list = String(decoding: try FastJSONEncoder().encode(items), as: UTF8.self)
        let json = #"{"meta":{"n":[1]},"data":{"items":\#(list)}}"#
        let elements = FastJSONDecoder().elements(of: Item.self, in: Self.chunks(json, size: size), at: "data.items")

        #expect(try await Self.all(elements) == items)
    }

    @Test func `a bad element ends the sequence with its place, or is dropped`() async throws {
        let json = #"{"a":[{"id":1,"name":"x"},{"id":"2","name":"y"},{"id":3},oops,{"id":4,"name":"z"}]}"#
        var iterator = FastJSONDecoder().elements(of: Item.self, in: Self.chunks(json, size: 5), at: "a")
            .makeAsyncIterator()

        #expect(try await iterator.next() == Item(id: 1, name: "x"))
        let error = await #expect(throws: DecodingError.self) { try await iterator.next() }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1", "id"])
        #expect(try await iterator.next() == nil)
        let kept = FastJSONDecoder().elements(
            of: Item.self, in: Self.chunks(json, size: 5), at: "a", badElements: .dropped)
        #expect(try await Self.all(kept) == [Item(id: 1, name: "x"), Item(id: 4, name: "z")])
    }

    @Test func `a document that is cut off is an error after the elements that came`() async throws {
        var iterator = FastJSONDecoder().elements(of: Int.self, in: Self.chunks("[1,2,", size: 2)).makeAsyncIterator()

        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        await #expect(throws: DecodingError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func `a mapping of an endpoint hands the elements out`() async throws {
        let mapping: ResponseMapping<JSONElements<Int>> = .elements(at: "n")
        let response = HTTPResponse(status: .ok, body: Data(#"{"n":[1,2,3]}"#.utf8))
        let context = MappingContext(decoder: FoundationJSON(), method: .get)

        #expect(try await Self.all(mapping.map(response, context)) == [1, 2, 3])
    }

    @Test func `a reader that is cancelled is let go, and there are no more elements`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        let (arrivals, arrival) = AsyncStream.makeStream(of: Int?.self)
        continuation.yield(Data("[1,2".utf8))
        let elements = FastJSONDecoder().elements(of: Int.self, in: HTTPChunks(stream))
        let reader = Task {
            var iterator = elements.makeAsyncIterator()
            arrival.yield(try await iterator.next())
            let error = await #expect(throws: TransportError.self) { try await iterator.next() }
            let next = try await iterator.next()
            return (error?.kind, next)
        }
        var arrived = arrivals.makeAsyncIterator()

        #expect(await arrived.next() == 1)
        reader.cancel()

        let (kind, next) = try await reader.value
        #expect(kind == .cancelled)
        #expect(next == nil)
        continuation.finish()
    }

    @Test func `what an element's type itself throws comes as it is`() async throws {
        struct Inner: Decodable, Sendable {
            init(from decoder: any Decoder) throws {
                _ = try JSONValue(json: Data(try decoder.singleValueContainer().decode(String.self).utf8))
            }
        }
        let elements = FastJSONDecoder().elements(of: Inner.self, in: Self.chunks(#"["[1,]"]"#, size: 3))

        await #expect(throws: JSONSyntaxError.self) { try await Self.all(elements) }
    }
}
