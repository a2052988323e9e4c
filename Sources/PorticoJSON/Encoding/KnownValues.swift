#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

// Values of types that have a form of their own, or that need not go through their `encode(to:)`.

extension JSONOutput {
    /// Writes a value of a kind that is not plain. The kind says which type it is, so the casts hold.
    @inline(never)
    func write<Value: Encodable>(_ value: Value, _ kind: ValueKind, to slot: Place) throws {
        switch kind {
        case .plain: try value.encode(to: SlotEncoder(place: slot))
        case .date: try write(unsafeBitCast(value, to: Date.self), to: slot)
        case .data: try write(unsafeBitCast(value, to: Data.self), to: slot)
        case .decimal: try write(unsafeBitCast(value, to: Decimal.self), to: slot)
        case .url:
            try beginSingle(slot)
            write(unsafeBitCast(value, to: URL.self).absoluteString)
        case .json: try write(unsafeBitCast(value, to: JSONValue.self), to: slot)
        case .number: try write(unsafeBitCast(value, to: JSONNumber.self), to: slot)
        case .strings: writeElements(unsafeBitCast(value, to: [String].self), to: slot) { write($0) }
        case .integers: writeElements(unsafeBitCast(value, to: [Int].self), to: slot) { write($0) }
        case .doubles: try write(unsafeBitCast(value, to: [Double].self), to: slot)
        case .dictionary:
            if let members = value as? any StringKeyed {
                try members.write(to: openContainer(slot, isArray: false))
            }
        }
    }

    @inline(__always)
    private func writeElements<Element>(_ values: [Element], to slot: Place, _ write: (Element) -> Void) {
        let array = openContainer(slot, isArray: true)
        for value in values {
            beginElement(array)
            write(value)
        }
    }

    private func write(_ values: [Double], to slot: Place) throws {
        let array = openContainer(slot, isArray: true)
        for value in values {
            let text = value.isFinite ? nil : try textOfNotFinite(value, at: path(ofNextElementOf: array))
            beginElement(array)
            write(value, orText: text)
        }
    }

    private func write(_ value: Decimal, to slot: Place) throws {
        if value.isNaN { throw invalid(value, "Unable to encode Decimal.nan directly in JSON.", at: slot) }
        try beginSingle(slot)
        writeRaw(value.description)
    }

    private func write(_ value: JSONNumber, to slot: Place) throws {
        if !value.double.isFinite {
            throw invalid(value, "Unable to encode \(value.double) directly in JSON.", at: slot)
        }
        try beginSingle(slot)
        writeRaw(value.description)
    }

    private func write(_ value: JSONValue, to slot: Place) throws {
        switch value {
        case .null:
            try beginSingle(slot)
            writeNull()
        case .bool(let value):
            try beginSingle(slot)
            write(value)
        case .number(let value): try write(value, to: slot)
        case .string(let value):
            try beginSingle(slot)
            write(value)
        case .array(let values):
            let array = openContainer(slot, isArray: true)
            for value in values { try encode(value, in: array) }
        case .object(let members): try members.write(to: openContainer(slot, isArray: false))
        }
    }
}

extension JSONOutput {
    private func write(_ data: Data, to slot: Place) throws {
        switch options.data {
        case .base64:
            try beginSingle(slot)
            data.withUnsafeBytes(writeBase64)
        case .custom(let write):
            try write(data, SlotEncoder(place: slot))
            fill(slot)
        case .deferredToData: try data.encode(to: SlotEncoder(place: slot))
        }
    }

    private func write(_ date: Date, to slot: Place) throws {
        switch options.dates {
        case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, to: slot)
        case .secondsSince1970: try write(date.timeIntervalSince1970, to: slot)
        case .millisecondsSince1970: try write(date.timeIntervalSince1970 * 1000, to: slot)
        case .iso8601:
            try beginSingle(slot)
            write(date.formatted(Date.ISO8601FormatStyle()))
        case .format(let format): try format.encode(date, to: SlotEncoder(place: slot))
        case .custom(let write):
            try write(date, SlotEncoder(place: slot))
            fill(slot)
        }
    }

    /// What a function of the user's writes nothing for is an empty object, even where it is the whole text.
    private func fill(_ slot: Place) {
        if isNext(slot) { close(to: slot.level) }
    }

    private func write(_ value: Double, to slot: Place) throws {
        let text = value.isFinite ? nil : try textOfNotFinite(value, at: path(of: slot))
        try beginSingle(slot)
        write(value, orText: text)
    }
}

extension JSONOutput {
    /// Writes a number, or the text that stands for one that is not finite.
    @inline(__always)
    func write(_ value: Double, orText text: String?) {
        if let text { write(text) } else { writeFinite(value) }
    }

    /// What stands for a number that is not finite.
    @inline(never)
    func textOfNotFinite<Number: BinaryFloatingPoint>(
        _ value: Number, at path: @autoclosure () -> [any CodingKey]
    ) throws -> String {
        switch options.nonConformingFloats {
        case .convertToString(let positive, let negative, let nan):
            return value.isNaN ? nan : value > 0 ? positive : negative
        case .throw: break
        }
        let message = "Unable to encode \(Number.self).\(value) directly in JSON."
        throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: path(), debugDescription: message))
    }
}
