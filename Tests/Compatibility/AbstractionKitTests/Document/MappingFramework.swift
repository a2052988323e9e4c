/// A small mapping framework, in the place of the one that the document bridges to.
enum Himotoki {
    protocol Decodable {
        static func decode(_ e: Extractor) throws -> Self
    }

    struct Extractor {
        let json: [String: Any]
    }

    enum DecodeError: Error, Equatable {
        case missing(String)
        case mismatch(String)
    }
}

typealias Extractor = Himotoki.Extractor

infix operator <| : MultiplicationPrecedence

func <| <Value>(e: Extractor, key: String) throws -> Value {
    guard let value = e.json[key] else { throw Himotoki.DecodeError.missing(key) }
    guard let value = value as? Value else { throw Himotoki.DecodeError.mismatch(key) }
    return value
}

func decodeValue<Value: Himotoki.Decodable>(_ json: Any) throws -> Value {
    guard let json = json as? [String: Any] else { throw Himotoki.DecodeError.mismatch("") }
    return try Value.decode(Extractor(json: json))
}
