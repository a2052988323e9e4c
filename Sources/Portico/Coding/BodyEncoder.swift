#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes the bytes of a body of a value: what `JSONEncoder` is.
///
/// An encoder is called from any task, many times at once. It should make the same bytes of the same value each time:
/// cache keys and signatures need it. A `JSONEncoder` does so with `.sortedKeys`, and ``FoundationJSON`` has that set.
public protocol BodyEncoder: Sendable {
    /// What `Content-Type` says of the bytes. JSON unless it says otherwise.
    var mediaType: MediaType { get }

    /// The bytes of the value.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension BodyEncoder {
    public var mediaType: MediaType { .json }
}

extension JSONEncoder: BodyEncoder {}
