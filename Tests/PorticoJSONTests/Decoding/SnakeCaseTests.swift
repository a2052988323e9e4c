import Foundation
import Testing

@testable import PorticoJSON

@Suite struct SnakeCaseTests {
    @Test(arguments: [
        ("user_id", "userID"), ("user_id", "userId"), ("image_url", "imageURL"), ("image_url_path", "imageURLPath"),
        ("url", "URL"), ("url", "url"), ("id", "id"), ("_private_name_", "_privateName_"), ("line_2", "line2"),
        ("one_two_three", "oneTwoThree"), ("userId", "userId"), ("USER_ID", "userId"), ("x", "x"), ("_", "_"), ("", ""),
        ("größe_max", "größeMax"),
    ])
    func `a name stands for a key`(_ name: String, _ key: String) {
        #expect(SnakeCase.isName(name, of: key))
    }

    @Test(arguments: [
        ("userid", "userId"), ("user_i_d", "userId"), ("us_er_id", "userId"), ("user_id", "user"), ("user", "userId"),
        ("_user_id", "userId"), ("user_id_", "userId"), ("user__", "user"), ("user_ie", "userId"), ("", "x"), ("_", ""),
        ("IMAGE", "image"),
    ])
    func `a name stands for no other key`(_ name: String, _ key: String) {
        #expect(!SnakeCase.isName(name, of: key))
    }

    private struct Model: Codable, Equatable {
        var userID: Int
        var imageURL: String?
        var URL: String
        var htmlURLPath: String
        var line2: Int
        var nested: [String: Int]
    }

    private let model = Model(
        userID: 1, imageURL: "i", URL: "u", htmlURLPath: "h", line2: 2, nested: ["keyOfData": 3, "other_key": 4])

    @Test func `what the encoder writes comes back`() throws {
        var encoder = FastJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase

        #expect(try decoder.decode(Model.self, from: encoder.encode(model)) == model)
    }

    /// What Foundation reads is read here too.
    @Test(arguments: [
        #"{"one_two":1,"three":2,"line_2":3}"#, #"{"oneTwo":1,"three":2,"line2":3}"#,
        #"{"one_Two":1,"three":2,"LINE_2":3}"#,
        #"{"three":2,"line_2":3}"#, #"{"one_two":1,"one_two":5,"three":2,"line_2":3}"#,
        #"{"one\u005ftwo":1,"three":2,"line2":3}"#,
    ])
    func `names that Foundation finds are found`(_ document: String) throws {
        struct Words: Decodable, Equatable {
            var oneTwo: Int?
            var three: Int
            var line2: Int
        }
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = Data(document.utf8)

        let words = try? decoder.decode(Words.self, from: data)
        let theirs = try? foundation.decode(Words.self, from: data)

        #expect(words == theirs || theirs == nil)
        #expect(words != nil)
    }

    @Test(arguments: [
        "one_two_three", "_one_two_", "oneTwo", "ONE", "one__two", "___", "a_b", "_a", "éa_bÉ", "user_ID",
    ])
    func `a name is turned into a key as Foundation does it`(_ name: String) throws {
        struct Keys: Decodable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: PathKey.self).allKeys.map(\.stringValue)
            }
        }
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = Data("{\"\(name)\":1}".utf8)

        #expect(try decoder.decode(Keys.self, from: data).names == foundation.decode(Keys.self, from: data).names)
    }
}
