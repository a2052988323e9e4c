import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What there is to know of a type before a value of it is decoded. It is found out once, and kept as long as the program runs.
struct KnownType {
    enum Kind: UInt8 {
        /// It reads itself from a decoder.
        case decodable
        case bool, int, int32, int64, uint, uint64, double, float, string
        case strings, ints, doubles
        case date, data, url, decimal
        /// A collection that is read without a container.
        case collection
        /// It maps itself.
        case mappable
    }

    let id: ObjectIdentifier
    let kind: Kind
    let collection: (any TapeCollection.Type)?
    let mappable: (any JSONMappable.Type)?

    private init<Value>(_ type: Value.Type) {
        id = ObjectIdentifier(type)
        collection = type as? any TapeCollection.Type
        // Optionals, numbers and the like are read by `Codable`'s rules.
        mappable = type is any PlainMappable.Type ? nil : type as? any JSONMappable.Type
        kind = Self.kinds[id] ?? (collection != nil ? .collection : mappable != nil ? .mappable : .decodable)
    }

    private static let kinds: [ObjectIdentifier: Kind] = [
        ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int32.self): .int32,
        ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(UInt.self): .uint,
        ObjectIdentifier(UInt64.self): .uint64,
        ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data,
        ObjectIdentifier([String].self): .strings, ObjectIdentifier([Int].self): .ints,
        ObjectIdentifier([Double].self): .doubles, ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(Decimal.self): .decimal,
    ]
}

extension KnownType {
    /// Types by their identifiers. A slot is written once, and what it points to is never freed, so reading needs no lock. There are
    /// as many types as a program has; one that finds its slots taken is looked at anew each time.
    struct Table: @unchecked Sendable {
        // Unchecked for the pointer: it never changes, and what is there are atomics.
        private let slots: UnsafeMutablePointer<Atomic<UInt>>

        private static let size = 4096
        private static let probes = 8

        init() {
            slots = .allocate(capacity: Self.size)
            for index in 0..<Self.size { (slots + index).initialize(to: Atomic(0)) }
        }

        @inline(__always)
        func known<Value>(_ type: Value.Type) -> KnownType {
            let id = ObjectIdentifier(type)
            let slot = Self.slot(of: id)
            let address = slots[slot].load(ordering: .acquiring)
            if let known = UnsafePointer<KnownType>(bitPattern: address), known.pointee.id == id {
                return known.pointee
            }
            return otherKnown(type, slot)
        }

        @inline(never)
        private func otherKnown<Value>(_ type: Value.Type, _ first: Int) -> KnownType {
            let found = KnownType(type)
            for probe in 0..<Self.probes {
                let slot = (first + probe) % Self.size
                let address = slots[slot].load(ordering: .acquiring)
                if let known = UnsafePointer<KnownType>(bitPattern: address) {
                    if known.pointee.id == found.id { return known.pointee }
                    continue
                }
                let place = UnsafeMutablePointer<KnownType>.allocate(capacity: 1)
                place.initialize(to: found)
                let (isOurs, _) = slots[slot].compareExchange(
                    expected: 0, desired: UInt(bitPattern: place), ordering: .acquiringAndReleasing)
                if isOurs { return found }
                place.deallocate()
            }
            return found
        }

        @inline(__always)
        private static func slot(of id: ObjectIdentifier) -> Int {
            let bits = UInt(bitPattern: id)
            return Int(truncatingIfNeeded: (bits >> 3) ^ (bits >> 14)) & (size - 1)
        }
    }

    static let table = Table()
}
