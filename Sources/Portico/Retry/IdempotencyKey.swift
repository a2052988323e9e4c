#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPRequest {
    /// Gives the request a key where the policy for retries wants one and it has none.
    ///
    /// To be done once in a call, before anything sends: so whatever sends again, a retry, a redirect or another
    /// credential, does so with the same key.
    mutating func addIdempotencyKey(_ options: CallOptions, _ random: () -> UInt64) {
        guard options.retries, let policy = options.retry, policy.generatesIdempotencyKeys,
            !policy.methods.contains(method), !fields.contains(.idempotencyKey)
        else { return }
        fields[.idempotencyKey] = UUID.random(random).uuidString.lowercasedASCII
    }
}

extension HTTPField.Name {
    /// By which a server knows a request that comes again (the IETF draft on the field of this name).
    static let idempotencyKey: Self = "Idempotency-Key"
}

extension UUID {
    /// A random one (RFC 9562, section 5.4).
    fileprivate static func random(_ next: () -> UInt64) -> UUID {
        var (high, low) = (next(), next())
        high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
                byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
                byte(low, 6), byte(low, 7)
            ))
    }
}
