import Foundation
import Testing

@testable import PorticoJSON

/// Decoders and containers that outlive the decoding: the document has gone by then.
@Suite struct KeptDecoderTests {
    private struct Keeping: Decodable {
        let decoder: any Decoder
        let members: KeyedDecodingContainer<PathKey>
        var elements: any UnkeyedDecodingContainer

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            members = try decoder.container(keyedBy: PathKey.self)
            elements = try members.nestedUnkeyedContainer(forKey: PathKey.name("list"))
        }
    }

    @Test func `a decoder that is kept goes on reading`() throws {
        var kept: Keeping?
        do {
            let document = #"{"text":"longer than fifteen bytes","list":[1,2.5,{"a":[true]}]}"#
            kept = try FastJSONDecoder().decode(Keeping.self, from: Data(document.utf8))
        }
        var keeping = try #require(kept)

        #expect(try keeping.members.decode(String.self, forKey: PathKey.name("text")) == "longer than fifteen bytes")
        #expect(try keeping.elements.decode(Int.self) == 1)
        #expect(try keeping.elements.decode(Double.self) == 2.5)
        #expect(try keeping.elements.decode([String: [Bool]].self) == ["a": [true]])
        #expect(keeping.elements.isAtEnd)
        #expect(throws: DecodingError.self) { try keeping.decoder.singleValueContainer().decode(Int.self) }
    }
}
