extension DecodingSession {
    @inline(__always)
    func bool(at index: Int) throws -> Bool {
        switch tape[index].kind {
        case .yes: true
        case .no: false
        // Of null as well: so says Foundation.
        default: throw mismatch(Bool.self, at: index)
        }
    }

    @inline(__always)
    func string(at index: Int) throws -> String {
        if let text = tape.text(of: tape[index]) { return text }
        throw mismatchOrNull(String.self, at: index)
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at index: Int, as type: Integer.Type = Integer.self) throws -> Integer {
        if let value = tape.integer(tape[index], as: type) { return value }
        throw noNumber(type, at: index)
    }

    @inline(__always)
    func double(at index: Int) throws -> Double {
        if let value = tape.double(tape[index]) { return value }
        return try nonConforming(at: index)
    }

    @inline(__always)
    func float(at index: Int) throws -> Float {
        if let value = tape.float(tape[index]) { return value }
        return try nonConforming(at: index)
    }

    @inline(never)
    private func noNumber(_ type: any Any.Type, at index: Int) -> DecodingError {
        tape[index].kind.isNumber ? unfitting(type, at: index) : mismatchOrNull(type, at: index)
    }

    @inline(never)
    private func nonConforming<Value: BinaryFloatingPoint>(at index: Int) throws -> Value {
        guard tape[index].kind.isString, let text = tape.text(of: tape[index]),
            case .convertFromString(let infinity, let negativeInfinity, let nan) =
                settings.nonConformingFloatDecodingStrategy
        else { throw noNumber(Value.self, at: index) }
        switch text {
        case infinity: return .infinity
        case negativeInfinity: return -.infinity
        case nan: return .nan
        default: throw mismatch(Value.self, at: index)
        }
    }
}
