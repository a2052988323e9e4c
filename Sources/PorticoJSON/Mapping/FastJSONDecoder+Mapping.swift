#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

extension FastJSONDecoder {
    /// The value that a document holds, by its own mapping. Of this decoder's settings those for dates, data and limits
    /// count, and all of them for what the mapping leaves to `Decodable`.
    /// - Parameters:
    ///   - type: what it is to be.
    ///   - data: UTF-8, with or without a byte order mark. It is read where it is, not copied.
    /// - Throws: `MappingError.unmappable`.
    public func map<Value: JSONMappable>(_ type: Value.Type, from data: Data) throws(MappingError) -> Value {
        try map(from: data) { (map: borrowing JSONMap) throws(MappingError) in try Value(map: map) }
    }

    /// What a closure takes from a document.
    /// - Throws: `MappingError.unmappable`, and what the closure throws.
    public func map<Value>(
        from data: Data, _ body: (borrowing JSONMap) throws(MappingError) -> Value
    ) throws(MappingError) -> Value {
        do {
            return try data.withUnsafeBytes { bytes in
                try Tape.read(bytes.bindMemory(to: UInt8.self), limits: limits) { tape in
                    try map(at: 0, of: tape, body)
                }
            }
        } catch {
            switch error {
            case let error as MappingError: throw error
            // Of the document itself: what is in it is read by mappings, which throw nothing else.
            default: throw .unmappable(UnmappableValue(path: [], reason: .malformed("\(error)")))
            }
        }
    }

    func map<Value>(
        at index: Int, of tape: Tape, _ body: (borrowing JSONMap) throws(MappingError) -> Value
    ) throws(MappingError) -> Value {
        var document = MappedDocument(tape, self)
        defer { document.end() }
        var nextName = index + 1
        return try withUnsafeMutablePointer(to: &document) { (document) throws(MappingError) in
            try withUnsafeMutablePointer(to: &nextName) { (nextName) throws(MappingError) in
                try body(JSONMap(document, index, nextName))
            }
        }
    }
}
