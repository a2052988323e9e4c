import Foundation

/// A value that writes itself as the bytes of an input say: containers that are opened, left and written by turns.
private struct ScriptedValue: Encodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let script: [UInt8]

    func encode(to encoder: any Encoder) throws {
        var objects = [encoder.container(keyedBy: Key.self)]
        var arrays: [any UnkeyedEncodingContainer] = []
        var supers: [any Encoder] = []
        var next = 0
        func byte() -> Int {
            defer { next += 1 }
            return next < script.count ? Int(script[next]) : 0
        }
        while next < script.count {
            let (action, place) = (byte() % 16, byte())
            // A key of its own each time, unless it is to come twice.
            let key = Key(stringValue: action < 2 ? "twice\(action)" : "k\(next)\"")
            let object = place % objects.count
            switch action {
            case 0: try objects[object].encode(place, forKey: key)
            case 1: objects.append(objects[object].nestedContainer(keyedBy: Key.self, forKey: key))
            case 2: objects.append(objects[object].nestedContainer(keyedBy: Key.self, forKey: key))
            case 3: arrays.append(objects[object].nestedUnkeyedContainer(forKey: key))
            case 4: supers.append(objects[object].superEncoder(forKey: key))
            case 5: try objects[object].encode(["x": [Double(place) / 8]], forKey: key)
            case 6: try? objects[object].encode([1, Double.nan], forKey: key)
            case 7: try objects[object].encodeNil(forKey: key)
            case 8 where !arrays.isEmpty: try arrays[place % arrays.count].encode("text \(place)")
            case 9 where !arrays.isEmpty: arrays.append(arrays[place % arrays.count].nestedUnkeyedContainer())
            case 10 where !arrays.isEmpty:
                objects.append(arrays[place % arrays.count].nestedContainer(keyedBy: Key.self))
            case 11 where !arrays.isEmpty: try? arrays[place % arrays.count].encode(Double.infinity)
            case 12 where !supers.isEmpty: try supers.removeLast().singleValueContainerEncoding(place)
            case 13 where !arrays.isEmpty:
                let value = Interruption(fails: place % 2 == 0) { try objects[object].encode(place, forKey: key) }
                try? arrays[place % arrays.count].encode(value)
            case 14 where !supers.isEmpty:
                let value = Interruption(fails: place % 2 == 0) { try objects[object].encode([place], forKey: key) }
                try supers.removeLast().singleValueContainerEncoding(value)
            default: try objects[object].encode(place, forKey: key)
            }
        }
    }
}

/// A value that writes elsewhere while it is encoded, and may fail then.
private struct Interruption: Encodable {
    let fails: Bool
    let write: () throws -> Void

    func encode(to encoder: any Encoder) throws {
        var own = encoder.unkeyedContainer()
        try own.encode(1)
        try write()
        if fails { try own.encode(Double.nan) }
    }
}

extension Encoder {
    fileprivate func singleValueContainerEncoding(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}

extension FuzzTarget {
    /// Values that write themselves in any order: compact, sorted and pretty text mean the same, and each is JSON.
    static let jsonEncoder = FuzzTarget(
        name: "json-encoder",
        seeds: [
            "\u{1}\u{0}\u{3}\u{0}\u{8}\u{0}\u{1}\u{1}\u{0}\u{2}\u{4}\u{0}\u{8}\u{1}\u{C}\u{5}",
            "\u{2}\u{0}\u{5}\u{1}\u{6}\u{0}",
            "\u{3}\u{0}\u{D}\u{0}\u{8}\u{0}\u{3}\u{0}\u{4}\u{0}\u{D}\u{1}\u{E}\u{0}\u{8}\u{1}",
        ]
    ) { input in
        let value = ScriptedValue(script: input)
        var encoder = FastJSONEncoder()
        let compact = try? encoder.encode(value)
        encoder.outputFormatting = .sortedKeys
        let sorted = try? encoder.encode(value)
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let pretty = try? encoder.encode(value)
        expect((compact == nil) == (sorted == nil) && (compact == nil) == (pretty == nil), "one layout fails alone")
        guard let compact, let sorted, let pretty else { return }
        let meaning = JSONValue(parsing: compact)
        expect(meaning != nil, "text that is no JSON: \(String(decoding: compact, as: UTF8.self))")
        expectEqual(JSONValue(parsing: sorted), meaning, "sorted text")
        expectEqual(JSONValue(parsing: pretty), meaning, "pretty text")
        expectEqual(meaning.flatMap { try? $0.json([.sortedKeys]) }, sorted, "the text of the value that was read")
    }

    /// Documents read as a value with no type, written, and read again.
    static let jsonRoundTrip = FuzzTarget(
        name: "json-round-trip",
        seeds: [
            #"{"a":[1,-2.5e+3,true,false,null,"x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"],"b":{},"c":[]}"#,
            "18446744073709551615", "1e-7", #"{"a":1,"a":{"b":2}}"#, "123456789012345678901234567890",
        ]
    ) { input in
        guard let value = try? JSONValue(json: Data(input)) else { return }
        expectEqual(JSONValue(parsing: Data(input)), value, "the value as the core reads it")
        guard let text = try? value.json() else { fatalError("a value that was read cannot be written") }
        expectEqual(try? JSONValue(json: text), value, "the value written and read")
        expectEqual(try? FastJSONDecoder().decode(JSONValue.self, from: text), value, "the value as it is decoded")
    }
}
