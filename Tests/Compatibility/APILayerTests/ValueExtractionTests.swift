import APILayer
import Foundation
import Testing

@Suite struct ValueExtractionTests {
    private let mapper = ParameterMapper()

    private func object(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    private func read<Value: RepresentedValue>(
        _ text: String, _ type: Value.Type = Value.self
    ) throws -> (value: Value, error: String?) {
        var error: (any Error)?
        let value: Value = mapper.value(fromRepresentation: try object(text), key: "a", error: &error)
        return (value, error.map { "\($0)" })
    }

    @Test func `values are of the type that is inferred`() throws {
        #expect(try read(#"{"a": 9007199254740993}"#) == (9_007_199_254_740_993, nil))
        #expect(try read(#"{"a": 3}"#, Double.self) == (3, nil))
        #expect(try read(#"{"a": 2.5}"#, Float.self) == (2.5, nil))
        #expect(try read(#"{"a": true}"#, Bool.self) == (true, nil))
        #expect(try read(#"{"a": "x"}"#, String.self) == ("x", nil))
        #expect(try read(#"{"a": "https://h/x"}"#, URL.self).value.absoluteString == "https://h/x")
        #expect(try read(#"{"a": "1970-01-01T01:00:01+01:00"}"#, Date.self).value == Date(timeIntervalSince1970: 1))
        #expect(try read(#"{"a": [1, null, 3]}"#, [Int?].self).value == [1, nil, 3])
        #expect(try read(#"{"a": {"x": [1]}}"#, [String: [Int]].self).value == ["x": [1]])
    }

    @Test func `what is missing or of another kind says where`() throws {
        #expect(try read("{}", Int.self) == (0, "'a' is missing"))
        #expect(try read(#"{"a": null}"#, String.self) == ("", "'a' is missing"))
        #expect(try read(#"{"a": 1}"#, Bool.self) == (false, "'a' is a number, not a boolean"))
        #expect(try read(#"{"a": true}"#, Int.self) == (0, "'a' is a boolean, not an integer"))
        #expect(try read(#"{"a": 1.5}"#, Int.self) == (0, "'a' is a number, not an integer"))
        #expect(try read(#"{"a": "soon"}"#, Date.self).error == "'a' is a string, not a date")
        #expect(try read(#"{"a": [1, "x"]}"#, [Int].self).error == "'a[1]' is a string, not an integer")
        #expect(try read(#"{"a": {"b": {}}}"#, [String: [Int]].self).error == "'a.b' is an object, not an array")
    }

    @Test func `the form without an error is nil for all that is wrong`() throws {
        let object = try object(#"{"a": [1, "x"], "b": 2, "c": {"d": 1}}"#)

        let list: [Int]? = mapper.value(fromRepresentation: object, key: "a")
        let number: Int? = mapper.value(fromRepresentation: object, key: "b")
        let none: String? = mapper.value(fromRepresentation: object, key: "z")
        let members: [String: Any]? = mapper.value(fromRepresentation: object, key: "c")

        #expect(list == nil)
        #expect(number == 2)
        #expect(none == nil)
        #expect(members?["d"] as? Int == 1)
    }

    @Test func `the first error stays`() throws {
        var error: (any Error)?

        let _: Int = mapper.value(fromRepresentation: [String: Any](), key: "first", error: &error)
        let _: Int = mapper.value(fromRepresentation: [String: Any](), key: "second", error: &error)
        let _: [String: Any] = mapper.value(fromRepresentation: "no object", key: "third", error: &error)

        #expect((error as? RepresentationError)?.path == ["first"])
    }
}
