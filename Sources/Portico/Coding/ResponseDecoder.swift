#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes values of bytes that were received: what `JSONDecoder` is.
///
/// Any mapping framework is bridged by one small type:
///
/// ```swift
/// struct PropertyLists: ResponseDecoder {
///     var mediaTypes: [MediaType] { MediaType.list("application/x-plist") }
///
///     func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
///         try PropertyListDecoder().decode(type, from: data)
///     }
/// }
/// ```
///
/// A decoder is called from any task, many times at once. It throws what it likes; a `DecodingError` is told best, with
/// the path to the value and the text around it (``UndecodableBody``).
public protocol ResponseDecoder: Sendable {
    /// The media types that it reads, best first: what `Accept` asks for. JSON unless it says otherwise.
    var mediaTypes: [MediaType] { get }

    /// The value that the bytes hold.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension ResponseDecoder {
    public var mediaTypes: [MediaType] { [.json] }
}

extension JSONDecoder: ResponseDecoder {}
