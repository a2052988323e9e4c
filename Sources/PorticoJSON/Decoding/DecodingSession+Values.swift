#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension DecodingSession {
    /// A value of any type.
    func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        let known = types.known(type)
        return switch known.kind {
        case .decodable: try Value(from: TapeDecoder(self, at: index))
        case .bool: try same(bool(at: index))
        case .int: try same(integer(at: index, as: Int.self))
        case .int32: try same(integer(at: index, as: Int32.self))
        case .int64: try same(integer(at: index, as: Int64.self))
        case .uint: try same(integer(at: index, as: UInt.self))
        case .uint64: try same(integer(at: index, as: UInt64.self))
        case .double: try same(double(at: index))
        case .float: try same(float(at: index))
        case .string: try same(string(at: index))
        case .strings: try same(array(at: index, string))
        case .ints: try same(numbers(at: index) { try integer(at: $0, as: Int.self) })
        case .doubles: try same(numbers(at: index, double))
        case .date: try same(date(at: index))
        case .data: try same(data(at: index))
        case .url: try same(url(at: index))
        case .decimal: try same(decimal(at: index))
        case .collection: try collection(known, at: index)
        case .mappable: try mapped(known, at: index)
        }
    }

    /// A value as one of the type that it is known to have; a generic function cannot see that.
    @inline(__always)
    private func same<Value, Known>(_ value: Known) -> Value { unsafeBitCast(value, to: Value.self) }

    private func collection<Value: Decodable>(_ known: KnownType, at index: Int) throws -> Value {
        guard let collection = known.collection else { return try Value(from: TapeDecoder(self, at: index)) }
        // The collection is the same type as the value. Raw memory, since typed memory takes a look-up of its type.
        let layout = MemoryLayout<Value>.self
        return try withUnsafeTemporaryAllocation(byteCount: layout.size, alignment: layout.alignment) { memory in
            guard let place = memory.baseAddress else { return try Value(from: TapeDecoder(self, at: index)) }
            try collection.read(self, at: index, into: place)
            return place.assumingMemoryBound(to: Value.self).move()
        }
    }

    /// A value of a type that maps itself.
    private func mapped<Value: Decodable>(_ known: KnownType, at index: Int) throws -> Value {
        guard let type = known.mappable else { return try Value(from: TapeDecoder(self, at: index)) }
        let layout = MemoryLayout<Value>.self
        return try withUnsafeTemporaryAllocation(byteCount: layout.size, alignment: layout.alignment) { memory in
            guard let place = memory.baseAddress else { return try Value(from: TapeDecoder(self, at: index)) }
            try map(type, at: index, into: place)
            return place.assumingMemoryBound(to: Value.self).move()
        }
    }

    private func map<Value: JSONMappable>(
        _ type: Value.Type, at index: Int, into place: UnsafeMutableRawPointer
    ) throws {
        do throws(MappingError) {
            let value = try settings.map(at: index, of: tape) { (map: borrowing JSONMap) throws(MappingError) in
                try Value(map: map)
            }
            place.initializeMemory(as: Value.self, to: value)
        } catch {
            guard case .unmappable(let value) = error else { throw error }
            let whole = UnmappableValue(path: JSONMap.steps(prefix) + value.path, reason: value.reason)
            throw whole.decodingError(for: type)
        }
    }

    private func date(at index: Int) throws -> Date {
        guard tape[index].kind != .null else { throw mismatchOrNull(Date.self, at: index) }
        switch settings.dateDecodingStrategy {
        case .deferredToDate: return try Date(from: TapeDecoder(self, at: index))
        case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: index))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: index) / 1000)
        case .iso8601:
            let text = try string(at: index)
            if let date = Self.plainDate(text) { return date }
            if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
            throw corrupted("Expected date string to be ISO8601-formatted.", at: index)
        case .format(let format): return try format.decode(from: TapeDecoder(self, at: index))
        case .custom(let read): return try read(TapeDecoder(self, at: index))
        }
    }

    /// A date as nearly all are written, `2024-01-02T03:04:05Z`, which Foundation takes twenty times as long to read. Of what could
    /// be read in two ways, leap seconds and the old calendar, there is none.
    private static func plainDate(_ text: String) -> Date? {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            bytes.count == 20 && bytes[10] == UInt8(ascii: "T") && bytes[19] == UInt8(ascii: "Z")
                && bytes[17] < UInt8(ascii: "6")
                && (bytes[0] > UInt8(ascii: "1") || bytes[0] == UInt8(ascii: "1") && bytes[1] > UInt8(ascii: "5"))
        }
        return isPlain ? DateFormat.rfc3339.date(from: text) : nil
    }

    private func data(at index: Int) throws -> Data {
        guard tape[index].kind != .null else { throw mismatchOrNull(Data.self, at: index) }
        switch settings.dataDecodingStrategy {
        case .deferredToData: return try Data(from: TapeDecoder(self, at: index))
        case .base64:
            if let data = Data(base64Encoded: try string(at: index)) { return data }
            throw corrupted("Encountered Data is not valid Base64.", at: index)
        case .custom(let read): return try read(TapeDecoder(self, at: index))
        }
    }

    private func url(at index: Int) throws -> URL {
        guard tape[index].kind != .null else { throw mismatchOrNull(URL.self, at: index) }
        if let url = URL(string: try string(at: index)) { return url }
        throw corrupted("Invalid URL string.", at: index)
    }

    private func decimal(at index: Int) throws -> Decimal {
        if let value = tape.decimal(tape[index]) { return value }
        throw tape[index].kind.isNumber ? unfitting(Decimal.self, at: index) : mismatchOrNull(Decimal.self, at: index)
    }
}
