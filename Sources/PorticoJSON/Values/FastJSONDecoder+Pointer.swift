#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension FastJSONDecoder {
    /// The value at a place in a document; the rest is checked, and nothing is made of it.
    ///
    /// ```swift
    /// let totals = JSONPointer(tokens: ["orders", "totals"])           // or JSONPointer("/orders/totals"), where it is one
    /// let numbers = try FastJSONDecoder().decode([Double].self, at: totals, from: data)
    /// ```
    /// - Parameters:
    ///   - type: what the value is to be.
    ///   - pointer: the way to it. Of several members of a name the first counts.
    ///   - data: UTF-8, with or without a byte order mark.
    /// - Throws: what ``decode(_:from:)-(_,Data)`` throws, and `DecodingError.keyNotFound` where nothing is there.
    public func decode<Value: Decodable>(
        _ type: Value.Type, at pointer: JSONPointer, from data: Data
    ) throws -> Value {
        try data.withUnsafeBytes { bytes in
            try withSession(bytes.bindMemory(to: UInt8.self)) { session in
                guard let index = session.tape.index(at: pointer) else { throw Self.nothing(at: pointer) }
                return try session.value(type, at: index)
            }
        }
    }

    private static func nothing(at pointer: JSONPointer) -> DecodingError {
        let path = pointer.tokens.map { PathKey.name($0) as any CodingKey }
        return .keyNotFound(
            path.last ?? PathKey.name(""),
            DecodingError.Context(codingPath: path.dropLast(), debugDescription: "No value at \(pointer)."))
    }
}

extension Tape {
    /// The index of the value that a pointer leads to. Of several members of a name the first counts.
    func index(at pointer: JSONPointer) -> Int? {
        var index = 0
        for token in pointer.tokens {
            let kind = self[index].kind
            guard let next = kind.isObject ? member(token, of: index) : kind == .array ? element(token, of: index) : nil
            else { return nil }
            index = next
        }
        return index
    }

    private func member(_ name: String, of object: Int) -> Int? {
        var (next, end) = (object + 1, end(of: object))
        while next < end {
            if self.name(at: next, is: name) { return next + 1 }
            next = self.next(after: next + 1)
        }
        return nil
    }

    private func element(_ token: String, of array: Int) -> Int? {
        guard var left = JSONPointer.element(token) else { return nil }
        var (next, end) = (array + 1, end(of: array))
        while next < end {
            if left == 0 { return next }
            left -= 1
            next = self.next(after: next)
        }
        return nil
    }
}
