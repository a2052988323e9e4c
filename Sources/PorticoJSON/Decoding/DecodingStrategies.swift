#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

extension FastJSONDecoder {
    /// How a `Date` is read. The first cases are those of `JSONDecoder`.
    public enum DateStrategy: Sendable {
        /// As `Date` itself reads it: a number of seconds since 2001.
        case deferredToDate
        /// A number of seconds since 1970.
        case secondsSince1970
        /// A number of milliseconds since 1970.
        case millisecondsSince1970
        /// A text in ISO 8601 as Foundation reads it: in whole seconds.
        case iso8601
        /// In one of the forms of this package: `DateFormat.rfc3339` reads fractions and offsets.
        case format(DateFormat)
        /// By a function.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How `Data` is read.
    public enum DataStrategy: Sendable {
        /// As `Data` itself reads it: an array of bytes.
        case deferredToData
        /// A text in Base64.
        case base64
        /// By a function.
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// Which names in a document the keys of a type stand for. Those of a `[String: Value]` are data, and always as they
    /// are.
    public enum KeyStrategy: Sendable {
        /// The name is the key's text.
        case useDefaultKeys
        /// The name is the key's text in snake_case, as ``FastJSONEncoder`` writes it: `user_id` for `userId`, and for
        /// `userID` as well, which `JSONDecoder` does not find.
        ///
        /// Where there is no such member, the first counts that has a name that `JSONDecoder` would take (`line_2` for `line2`),
        /// that name in other case (`USER_ID`), or the key's own text.
        case convertFromSnakeCase
        /// What the function makes of a name and where it stands, which is the last of the path, is the key's text.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// Whether texts can stand for the numbers that JSON does not have.
    public enum NonConformingFloatStrategy: Sendable {
        /// They cannot.
        case `throw`
        /// These texts can, their escapes undone.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
}
