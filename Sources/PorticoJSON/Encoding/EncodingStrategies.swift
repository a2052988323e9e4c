#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

extension FastJSONEncoder {
    /// How the text is laid out.
    public struct OutputFormatting: OptionSet, Sendable {
        /// One bit for each option, those of `JSONEncoder.OutputFormatting`.
        public let rawValue: UInt

        /// The options of which the bits are set; other bits change nothing.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Over several lines, as Foundation lays it out.
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
        /// Members stand in the order of the Unicode scalars of their names, and not as they are encoded.
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
        /// `/` is written as it is, and not as `\/`.
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// How a `Date` is written. The first cases are those of `JSONEncoder`.
    public enum DateStrategy: Sendable {
        /// As `Date` itself writes it: a number of seconds since 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// A text in ISO 8601 as Foundation writes it: in UTC and in whole seconds, a fraction cut off.
        case iso8601
        /// In one of the forms of this package.
        case format(DateFormat)
        /// By a function. One that writes nothing makes an empty object.
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How `Data` is written.
    public enum DataStrategy: Sendable {
        /// As `Data` itself writes it: an array of bytes.
        case deferredToData
        /// A text in Base64.
        case base64
        /// By a function. One that writes nothing makes an empty object.
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// Which names the keys of a type get. Those of a `[String: Value]` are data, and always as they are.
    public enum KeyStrategy: Sendable {
        /// The name is the key's text.
        case useDefaultKeys
        /// The name is the key's text in snake_case: `user_id` for `userID` and for `userId`, `url` for `URL`.
        case convertToSnakeCase
        /// The name is the text of the key that the function makes of a key and where it stands, which is the last of
        /// the path.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// Whether texts stand for the numbers that JSON does not have.
    public enum NonConformingFloatStrategy: Sendable {
        /// Such a number is an `EncodingError.invalidValue`.
        case `throw`
        /// These texts stand for them; `FastJSONDecoder` reads them back where it is told the same.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    struct Options: Sendable {
        var formatting: OutputFormatting = [] {
            didSet {
                sortsKeys = formatting.contains(.sortedKeys)
                escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
            }
        }
        private(set) var sortsKeys = false
        private(set) var escapesSlashes = true

        var dates = DateStrategy.deferredToDate
        var data = DataStrategy.base64
        var keys = KeyStrategy.useDefaultKeys {
            didSet {
                if case .useDefaultKeys = keys { convertsKeys = false } else { convertsKeys = true }
            }
        }
        private(set) var convertsKeys = false
        var nonConformingFloats = NonConformingFloatStrategy.throw
        var userInfo: [CodingUserInfoKey: any Sendable] = [:]
        var maximalDepth = 512
    }
}
