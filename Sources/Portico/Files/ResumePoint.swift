#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a download can be gone on with: how much is there, and by what the server tells whether the rest still fits.
struct ResumePoint: Equatable, Sendable {
    /// A strong entity tag, or a date that is as good as one.
    var validator: String
    /// The bytes that are there: less than the total, and not none.
    var offset: Int64
    /// The bytes of the whole.
    var total: Int64

    /// The longest validator that is kept.
    static let validatorLimit = 512

    /// Asks a server for the rest (RFC 9110, sections 13.1.5 and 14.2).
    func ask(in fields: inout HTTPFields) {
        fields[.range] = "bytes=\(offset)-"
        fields[.ifRange] = validator
    }
}

/// What a whole answer is known by: what a download needs in order to be resumed later.
struct Representation: Equatable, Sendable {
    var validator: String
    var total: Int64

    /// Nil where the server names no length or no strong validator, takes no ranges, or has encoded the bytes.
    init?(of head: ResponseHead) {
        guard let total = head.identityLength, let validator = head.strongValidator,
            head.fields[.acceptRanges]?.equalsIgnoringASCIICase("none") != true
        else { return nil }
        self.init(validator: validator, total: total)
    }

    init(validator: String, total: Int64) {
        self.validator = validator
        self.total = total
    }
}

extension HTTPField.Name {
    static let acceptRanges: Self = "Accept-Ranges"
}

extension ResponseHead {
    /// The number of bytes that follow, unless they are encoded or it is not said.
    var identityLength: Int64? {
        guard isIdentity, let text = fields[.contentLength] else { return nil }
        return Int64(digits: text)
    }

    var isIdentity: Bool { fields[.contentEncoding]?.equalsIgnoringASCIICase("identity") ?? true }

    /// The entity tag, unless it is weak; where there is none, the date of the last change, if it lies so far back that
    /// nothing can have changed twice at it (RFC 9110, section 8.8.2.2).
    var strongValidator: String? {
        if let tag = fields[.eTag] { return tag.isStrongEntityTag ? tag : nil }
        guard let changed = fields[.lastModified], changed.utf8.count <= ResumePoint.validatorLimit,
            let change = HTTPDate.date(from: changed), let now = fields[.date].flatMap({ HTTPDate.date(from: $0) })
        else { return nil }
        return now.timeIntervalSince(change) >= 60 ? changed : nil
    }
}

extension String {
    /// `"…"` and not `W/"…"` (RFC 9110, section 8.8.3).
    fileprivate var isStrongEntityTag: Bool {
        let quote = UInt8(ascii: "\"")
        guard (2...ResumePoint.validatorLimit).contains(utf8.count), utf8.first == quote, utf8.last == quote else {
            return false
        }
        return utf8.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != quote && $0 != 0x7F }
    }
}
