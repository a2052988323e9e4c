import AbstractionKit
import Foundation
import Testing

private struct Item: SingleResponseElement, ArrayResponseElement, Equatable {
    static let singleKey = "item"
    static let pluralKey = "items"
    var id: Int

    static func decode(from json: Any) throws -> Item {
        guard let id = (json as? [String: Any])?["id"] as? Int else { throw NoItem() }
        return Item(id: id)
    }
}

private struct NoItem: Error, Equatable {}

@Suite struct ResponseDefinitionTests {
    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a single element is found at its key`() throws {
        #expect(try SingleResponse<Item>(json: json(#"{"item": {"id": 1}}"#)).result == Item(id: 1))
    }

    @Test func `the elements of an array are found at their key, in order`() throws {
        let response = try ArrayResponse<Item>(json: json(#"{"items": [{"id": 2}, {"id": 1}]}"#))

        #expect(response.result == [Item(id: 2), Item(id: 1)])
    }

    @Test func `two responses are found in one object`() throws {
        typealias Both = CombinedResponse<SingleResponse<Item>, ArrayResponse<Item>>

        let result = try Both(json: json(#"{"item": {"id": 1}, "items": []}"#)).result

        #expect(result.0 == Item(id: 1))
        #expect(result.1 == [])
    }

    @Test(arguments: [
        (#"{"items": []}"#, ResponseError.missingKey("item")),
        (#"{"item": {"id": 1}}"#, ResponseError.missingKey("items")),
        (
            #"{"item": {"id": 1}, "items": {"id": 1}}"#,
            ResponseError.unexpectedType(key: "items", expected: "an array", found: "an object")
        ),
        (
            #"{"item": {"id": 1}, "items": null}"#,
            ResponseError.unexpectedType(key: "items", expected: "an array", found: "null")
        ),
    ])
    func `what is missing or of another kind is named`(text: String, error: ResponseError) throws {
        typealias Both = CombinedResponse<SingleResponse<Item>, ArrayResponse<Item>>
        let json = try json(text)

        #expect(throws: error) { try Both(json: json) }
    }

    @Test func `an element that cannot be decoded is its own error`() throws {
        let json = try json(#"{"items": [{"id": 1}, {"id": "x"}]}"#)

        #expect(throws: NoItem()) { try ArrayResponse<Item>(json: json) }
    }

    @Test func `an empty response takes anything`() {
        #expect(EmptyResponse(json: NSNull()).result == ())
        #expect(EmptyResponse(json: ["a": 1]).result == ())
    }
}
