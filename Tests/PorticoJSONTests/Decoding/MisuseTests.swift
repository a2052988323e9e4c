import Foundation
import Testing

@testable import PorticoJSON

/// Types that ask a decoder for what others do not: too much, too often, or by half.
@Suite struct MisuseTests {
    static let documents = [
        "[]", "[1]", "[1,2,3]", "[null]", "[null,1]", "[[1,2],3]", "[[1],[2],[3]]", #"[{"a":1},{"a":2}]"#, #"["x",1]"#,
        "{}",
        #"{"a":1}"#, #"{"a":[1,2,3]}"#, #"{"a":{"b":1},"super":{"b":2}}"#, #"{"a":null}"#, #"{"super":1}"#, "null", "1",
        #""x""#, "true", "1.5", #"{"a":{"a":{"a":[]}}}"#, #"[[],[],[]]"#, #"{"1":1,"2":2}"#,
    ]

    /// What came of one question after the other: an error ends none of them.
    private struct Answers {
        var texts: [String] = []

        mutating func add(_ read: () throws -> Any) {
            texts.append("\(Outcome { text(try read()) })")
        }
    }

    private struct PastTheEnd: Decodable {
        let texts: [String]
        init(from decoder: any Decoder) throws {
            var answers = Answers()
            var list = try decoder.unkeyedContainer()
            for _ in 0..<3 {
                answers.add { try list.decodeNil() }
                answers.add { try list.decode(Int.self) }
                answers.add { "\(list.currentIndex) \(list.isAtEnd) \(list.count ?? -1)" }
            }
            answers.add { try list.decode([Int].self) }
            answers.add { try list.decode(Bool.self) }
            answers.add { try list.decode(Double.self) }
            answers.add { try list.nestedContainer(keyedBy: PathKey.self).allKeys.count }
            answers.add { try list.nestedUnkeyedContainer().count as Any }
            answers.add { try list.superDecoder().codingPath.map(\.stringValue) }
            answers.add { "\(list.currentIndex) \(list.isAtEnd)" }
            // Foundation counts on beyond the end from here on.
            guard list.isAtEnd else {
                texts = answers.texts
                return
            }
            answers.add { try list.decodeIfPresent(Int.self) as Any }
            answers.add { try list.decodeIfPresent(String.self) as Any }
            answers.add { try list.decodeIfPresent([Int].self) as Any }
            texts = answers.texts
        }
    }

    private struct Twice: Decodable {
        let texts: [String]
        init(from decoder: any Decoder) throws {
            var answers = Answers()
            for _ in 0..<2 {
                answers.add { try decoder.singleValueContainer().decode(Int.self) }
                answers.add { try decoder.singleValueContainer().decode([Int].self) }
                answers.add { try decoder.singleValueContainer().decodeNil() }
                answers.add { try decoder.container(keyedBy: PathKey.self).decode(Int.self, forKey: .name("a")) }
                answers.add { try decoder.container(keyedBy: PathKey.self).allKeys.map(\.stringValue).sorted() }
                answers.add {
                    var list = try decoder.unkeyedContainer()
                    return try list.decode(Int.self)
                }
            }
            texts = answers.texts
        }
    }

    private struct HalfRead: Decodable {
        let texts: [String]
        init(from decoder: any Decoder) throws {
            var answers = Answers()
            var list = try decoder.unkeyedContainer()
            answers.add {
                var inner = try list.nestedUnkeyedContainer()
                return try inner.decode(Int.self)
            }
            answers.add { list.currentIndex }
            answers.add {
                var inner = try list.nestedUnkeyedContainer()
                let path = inner.codingPath.map(\.stringValue)
                return "\(path) \(try inner.decode(Int.self))"
            }
            answers.add { try list.superDecoder().singleValueContainer().decode(Int.self) }
            answers.add { try list.superDecoder().codingPath.map(\.stringValue) }
            answers.add { try list.nestedContainer(keyedBy: PathKey.self).decode(Int.self, forKey: .name("a")) }
            answers.add { list.currentIndex }
            texts = answers.texts
        }
    }

    private struct Supers: Decodable {
        let texts: [String]
        init(from decoder: any Decoder) throws {
            var answers = Answers()
            let members = try decoder.container(keyedBy: PathKey.self)
            answers.add { try members.superDecoder().codingPath.map(\.stringValue) }
            answers.add { try members.superDecoder().singleValueContainer().decodeNil() }
            answers.add { try members.superDecoder().singleValueContainer().decode([String: Int].self) }
            answers.add { try members.superDecoder(forKey: .name("a")).singleValueContainer().decode(Int.self) }
            answers.add { try members.superDecoder(forKey: .name("none")).singleValueContainer().decode(Int.self) }
            answers.add { try members.superDecoder(forKey: .name("none")).unkeyedContainer().count as Any }
            answers.add {
                try members.superDecoder(forKey: .name("none")).container(keyedBy: PathKey.self).allKeys.count
            }
            answers.add {
                try members.nestedContainer(keyedBy: PathKey.self, forKey: .name("a")).codingPath.map(\.stringValue)
            }
            answers.add { try members.nestedContainer(keyedBy: PathKey.self, forKey: .name("none")).allKeys.count }
            answers.add { try members.nestedUnkeyedContainer(forKey: .name("a")).codingPath.map(\.stringValue) }
            answers.add { try members.nestedUnkeyedContainer(forKey: .name("none")).count as Any }
            answers.add { try members.decodeNil(forKey: .name("none")) }
            answers.add { try members.decodeNil(forKey: .name("a")) }
            answers.add { try members.decode(Int?.self, forKey: .name("none")) as Any }
            answers.add { try members.decode(Int?.self, forKey: .name("a")) as Any }
            answers.add { try members.decodeIfPresent(Int.self, forKey: .name("none")) as Any }
            answers.add { try members.decodeIfPresent([Int].self, forKey: .name("a")) as Any }
            answers.add { try members.decode(Int.self, forKey: .index(1)) }
            answers.add { members.contains(.name("a")) }
            answers.add { members.contains(.name("1")) }
            texts = answers.texts
        }
    }

    @Test func `elements beyond the end are refused as by JSONDecoder, and a failure does not go on`() {
        expectSame(PastTheEnd.self, of: Self.documents)
    }

    @Test func `a value can be read twice, as with JSONDecoder`() { expectSame(Twice.self, of: Self.documents) }

    @Test func `an inner array that is read by half is passed over, as with JSONDecoder`() {
        expectSame(HalfRead.self, of: Self.documents)
    }

    @Test func `super decoders and nested containers are those of JSONDecoder`() {
        expectSame(Supers.self, of: Self.documents)
    }

    @Test func `it is the same deep in a document, and where names are converted`() {
        let deep = Self.documents.map { #"{"list":[0,{"value":\#($0)}]}"# }
        struct Deep<Value: Decodable>: Decodable {
            let value: Value
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: PathKey.self)
                var list = try members.nestedUnkeyedContainer(forKey: .name("list"))
                _ = try list.decode(Int.self)
                value = try list.nestedContainer(keyedBy: PathKey.self).decode(Value.self, forKey: .name("value"))
            }
        }
        for setting in [Setting.plain, .snakeCase] {
            expectSame(Deep<PastTheEnd>.self, of: deep, setting)
            expectSame(Deep<Twice>.self, of: deep, setting)
            expectSame(Deep<HalfRead>.self, of: deep, setting)
            expectSame(Deep<Supers>.self, of: deep, setting)
        }
    }
}
