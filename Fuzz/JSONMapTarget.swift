import Foundation

/// A model that is both mapped and decoded.
private struct Mapped: JSONMappable, Equatable {
    var id: Int
    var name: String
    var score: Double?
    var tags: [String]
    var members: [String: Int]?
    var inner: [Mapped]
    var deep: Bool?

    init(map: borrowing JSONMap) throws(MappingError) {
        id = try map("id")
        name = try map("name")
        score = try map("score")
        tags = try map("tags", badElements: .dropped)
        members = try map("members")
        inner = try map("inner", default: [])
        deep = try map("a", "b", "c")
    }
}

extension FuzzTarget {
    private static let documents = [
        #"{"id":1,"name":"n","score":1.5,"tags":["a",2],"members":{"x":1,"x":2},"inner":[{"id":2,"name":"","tags":[]}]}"#,
        #"{"tags":[],"name":"\u00e9","id":-7,"a":{"b":{"c":true}},"score":null}"#,
        #"{"id":1,"id":2,"name":"x","tags":{}}"#,
    ]

    /// Mapping ends in a value or in an error that has a place, and what it reads is what a value with no type has.
    static let jsonMap = FuzzTarget(name: "json-map", seeds: documents) { input in
        do throws(MappingError) {
            let mapped = try FastJSONDecoder().map(Mapped.self, from: Data(input))
            guard let value = try? JSONValue(json: Data(input)) else { return }
            expectEqual(value["id"]?.number?.exactly(Int.self), mapped.id, "an integer")
            expectEqual(value["name"]?.string, mapped.name, "a text")
            expectEqual(value["tags"]?.array?.compactMap(\.string), mapped.tags, "a list")
            if let score = mapped.score { expectEqual(value["score"]?.double, score, "a number") }
        } catch {
            guard case .unmappable(let value) = error else { fatalError("an error with no place: \(error)") }
            expect(!value.description.isEmpty, "an error with nothing to say")
        }
    }
}

extension FuzzTarget {
    /// The elements of an array that comes in pieces: the first byte of the input says how large they are. They are what a
    /// whole document has, and however it is cut they are the same.
    static let jsonElements = FuzzTarget(
        name: "json-elements",
        seeds: [
            #"1[1,"a,]\"",[[],{}],{"a":"}"},null]"#, #"2{"x":{"items":[0]},"items":[{"x":1} , 2],"y":"}"}"#,
            "3\u{FEFF}[]",
        ]
    ) { input in
        guard let size = input.first, size > 0 else { return }
        let document = Array(input.dropFirst())
        for path in [[], ["items"]] {
            let whole = elements(of: document, path, pieces: max(document.count, 1))
            let cut = elements(of: document, path, pieces: Int(size))
            expectEqual(cut, whole, "elements of a document that is cut")
            guard let value = try? JSONValue(json: Data(document)) else { continue }
            guard let array = (path.isEmpty ? value : value["items"])?.array else { continue }
            if path.isEmpty || value.object != nil {
                expectEqual(whole?.compactMap { try? JSONValue(json: Data($0)) }, array, "elements")
            }
        }
    }

    private static func elements(of document: [UInt8], _ path: [String], pieces size: Int) -> [[UInt8]]? {
        var scanner = ElementScanner(path: path, limit: 512)
        var elements: [[UInt8]] = []
        do throws(ElementScanner.Malformed) {
            for start in stride(from: 0, to: document.count, by: size) {
                let piece = Array(document[start..<min(start + size, document.count)])
                var position = 0
                while true {
                    let step = try piece.withUnsafeBufferPointer { bytes throws(ElementScanner.Malformed) in
                        try scanner.next(in: bytes, from: &position)
                    }
                    guard case .element(let range) = step else { break }
                    elements.append(scanner.carried + piece[range])
                }
            }
            try scanner.finish()
            return elements
        } catch {
            return nil
        }
    }
}
