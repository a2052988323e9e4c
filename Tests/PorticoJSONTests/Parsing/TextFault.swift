@testable import Portico

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What makes a text no JSON by RFC 8259 and this package's limits, found by other means than those of the parser.
///
/// These are the faults for which a document is refused here as a whole. `JSONDecoder` sees most of them only in values that are
/// asked for.
enum TextFault: Equatable {
    /// Some bytes are no UTF-8.
    case encoding
    /// Brackets, commas, colons, numbers and literals are not as the grammar has them, or a string has a control character.
    case grammar
    /// A backslash before something that is no escape.
    case unknownEscape
    /// `\u` with fewer than four hexadecimal digits.
    case cutEscape
    /// One half of a surrogate pair without the other.
    case halfPair

    init?(in document: [UInt8]) {
        guard String(validating: document, as: UTF8.self) != nil else {
            self = .encoding
            return
        }
        // The other parser of this package leaves escapes alone.
        guard JSONValue(parsing: Data(document)) != nil else {
            self = .grammar
            return
        }
        // By the grammar a backslash stands in strings only.
        guard let fault = Self.escapeFault(in: document) else { return nil }
        self = fault
    }

    private static func escapeFault(in document: [UInt8]) -> TextFault? {
        var rest = document[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(backslash + 1)...]
            guard let letter = rest.popFirst() else { return .unknownEscape }
            guard letter == UInt8(ascii: "u") else {
                guard "\"\\/bfnrt".utf8.contains(letter) else { return .unknownEscape }
                continue
            }
            guard let unit = unit(&rest) else { return .cutEscape }
            if UTF16.isTrailSurrogate(unit) { return .halfPair }
            guard UTF16.isLeadSurrogate(unit) else { continue }
            guard rest.starts(with: "\\u".utf8) else { return .halfPair }
            rest = rest.dropFirst(2)
            guard let trail = Self.unit(&rest) else { return .cutEscape }
            guard UTF16.isTrailSurrogate(trail) else { return .halfPair }
        }
        return nil
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        rest = rest.dropFirst(4)
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
