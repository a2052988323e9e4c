import Foundation
import Portico
import Testing

@Suite struct PatchTests {
    /// The compiler writes this conformance.
    struct Changes: Codable, Equatable {
        var name: Patch<String> = .absent
        var age: Patch<Int> = .absent
        var home: Patch<Address> = .absent
        var note: String?
    }

    struct Address: Codable, Equatable {
        var city: Patch<String> = .absent
    }

    @Test(arguments: [
        (Changes(), "{}"),
        (Changes(name: .null, age: .value(3)), #"{"age":3,"name":null}"#),
        (Changes(home: .value(Address())), #"{"home":{}}"#),
        (Changes(home: .value(Address(city: .null))), #"{"home":{"city":null}}"#),
        (Changes(name: .value("Ann"), home: .null, note: "x"), #"{"home":null,"name":"Ann","note":"x"}"#),
    ])
    func `null and missing are told apart in both directions`(changes: Changes, json: String) throws {
        #expect(String(decoding: try FoundationJSON().encode(changes), as: UTF8.self) == json)
        #expect(try FoundationJSON().decode(Changes.self, from: Data(json.utf8)) == changes)
        #expect(String(decoding: try FoundationJSON().encode([changes]), as: UTF8.self) == "[\(json)]")
    }

    @Test func `a value of a wrong type is still an error with its path`() {
        let error = #expect(throws: DecodingError.self) {
            try FoundationJSON().decode(Changes.self, from: Data(#"{"home":{"city":1}}"#.utf8))
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("not a type mismatch: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["home", "city"])
    }

    @Test func `a patch in an array is a value or null`() throws {
        let patches: [Patch<Int>] = [.value(1), .null]
        #expect(String(decoding: try FoundationJSON().encode(patches), as: UTF8.self) == "[1,null]")
        #expect(try FoundationJSON().decode([Patch<Int>].self, from: Data("[1,null]".utf8)) == patches)
    }

    @Test func `an absent patch in an array or a dictionary is an error and no empty object`() {
        #expect(throws: EncodingError.self) { try FoundationJSON().encode([Patch<Int>.absent]) }
        #expect(throws: EncodingError.self) { try FoundationJSON().encode(["a": Patch<Int>.absent]) }
    }

    @Test func `a patch is made of an optional and read as one`() {
        #expect(Patch<Int>(nil) == .null && Patch(1) == .value(1))
        #expect(Patch.value(1).value == 1 && Patch<Int>.null.value == nil && Patch<Int>.absent.value == nil)
        #expect(Patch<Int>.null.isNull && !Patch<Int>.null.isAbsent && Patch<Int>.absent.isAbsent)
    }
}
