import Foundation
import Portico

/// One value of the tables: each table has a row for it, so that no cell stays empty.
struct Shape: Sendable {
    let name: String
    let value: any Encodable & Sendable

    init(_ name: String, _ value: any Encodable & Sendable) {
        self.name = name
        self.value = value
    }
}

/// Types that a parameter may have.
enum Sample {
    enum Sort: String, Codable { case newestFirst = "newest first", oldest }
    enum Level: Int, Codable { case low = 1, high = 2 }

    struct Filter: Encodable {
        var minAge: Int
        var isOpen: Bool
        var since: Date
    }

    struct Person: Encodable {
        var firstName: String?
        var age: Int?
    }

    struct Account: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct Point: Encodable {
        var x: Int
        var y: Int?
    }

    struct Nest: Encodable {
        var innerNest: [Person]
        var points: [String: Point]
    }

    /// Arrays in arrays, down to a number.
    struct Tower: Encodable {
        var height: Int

        func encode(to encoder: any Encoder) throws {
            guard height > 0 else { return try height.encode(to: encoder) }
            var container = encoder.unkeyedContainer()
            try container.encode(Tower(height: height - 1))
        }
    }
}

/// 2024-01-02T03:04:05.25Z.
let moment = Date(timeIntervalSince1970: 1_704_164_645.25)
let identifiers = ["11111111-2222-3333-4444-555555555555", "AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE"]
    .compactMap(UUID.init(uuidString:))
let site = URL(string: "https://h/a?b=c%20d") ?? URL(filePath: "/")
let photo = FilePart.bytes(Data("JPEG".utf8), filename: "a.jpg", mediaType: MediaType("image/jpeg"))

let numberShapes = [
    Shape("Int", 42),
    Shape("Int64.min", Int64.min),
    Shape("UInt64.max", UInt64.max),
    Shape("Int128.max", Int128.max),
    Shape("UInt128.max", UInt128.max),
    Shape("Double, whole", 3.0),
    Shape("Double, a fraction", 0.1),
    Shape("Double, huge", 1e300),
    Shape("Double, infinite", Double.infinity),
    Shape("Double, not a number", Double.nan),
    Shape("Float", Float(0.1)),
    Shape("Float, infinite", -Float.infinity),
    Shape("Decimal", Decimal(string: "12345678901234567890.0123456789") ?? 0),
    Shape("Decimal, not a number", Decimal.nan),
    Shape("enum of Int", Sample.Level.high),
]

let textShapes = [
    Shape("Bool", true),
    Shape("String", "plain-._~"),
    Shape("String, empty", ""),
    Shape("String, delimiters", "a/b+c;d?e#f%g h&i=j,k|l"),
    Shape("String, beyond ASCII", "é 😀"),
    Shape("String, quotes", #"it's "so" \ "#),
    Shape("String, CR LF", "a\r\nb"),
    Shape("String, NUL", "a\0b"),
    Shape("String, dots", ".."),
    Shape("UUID", identifiers[0]),
    Shape("Date", moment),
    Shape("Date, year 33658", Date(timeIntervalSince1970: 1e12)),
    Shape("URL", site),
    Shape("Data", Data([0xFB, 0xFF, 0x00])),
    Shape("enum of String", Sample.Sort.newestFirst),
    Shape("Optional, some", Int?.some(7)),
    Shape("Optional, nil", Int?.none),
    Shape("Optional Date, some", Date?.some(moment)),
    Shape("Optional of Optional, nil", Bool??.some(nil)),
]

let nestedShapes = [
    Shape("[Int]", [1, 2]),
    Shape("[Int], empty", [Int]()),
    Shape("[String], delimiters", ["a,b", "c d", "e|f"]),
    Shape("[Date]", [moment, moment + 1.75]),
    Shape("[Bool]", [true, false]),
    Shape("[Data]", [Data([0xFB]), Data([0xFF])]),
    Shape("[Int?]", [1, nil, 2]),
    Shape("[[Int]]", [[1, 2], [3]]),
    Shape("[struct]", [Sample.Point(x: 1, y: 2), Sample.Point(x: 3)]),
    Shape("Set", Set(["b", "a", "c", "d", "e"])),
    Shape("struct", Sample.Filter(minAge: 18, isOpen: true, since: moment)),
    Shape("struct, optionals", Sample.Person(firstName: nil, age: 7)),
    Shape(
        "struct, nested",
        Sample.Nest(
            innerNest: [Sample.Person(firstName: "A"), Sample.Person(age: 7)], points: ["aB": Sample.Point(x: 1)])),
    Shape("[String: Int]", ["b": 1, "aB": 2, "c d": 3]),
    Shape("[Int: String]", [10: "ten", 9: "nine"]),
    Shape("[String: [Int]]", ["b": [1, 2], "a": []]),
    Shape("[enum: Int]", [Sample.Sort.oldest: 1, .newestFirst: 2]),
    Shape("[UUID: Int]", [identifiers[0]: 1, identifiers[1]: 2]),
    Shape("Patch, absent", Patch<Int>.absent),
    Shape("Patch, null", Patch<Int>.null),
    Shape("Patch, value", Patch.value(7)),
    Shape("Patch, Date", Patch.value(moment)),
    Shape("JSONValue", ["b": [1, true, "x"], "aB": nil] as JSONValue),
    Shape("JSONValue, null", JSONValue.null),
    Shape("FilePart", photo),
    Shape("[FilePart]", [photo, photo]),
    Shape("HTTPBody", HTTPBody.text("raw")),
    Shape("Multipart", Multipart([.text("1", name: "a")])),
    Shape("nested 70 deep", Sample.Tower(height: 70)),
]

let allShapes = numberShapes + textShapes + nestedShapes
