public import Foundation

/// What can be made of the bytes of an answer. A `Decodable` type is one by saying so:
///
/// ```swift
/// struct User: Decodable, APIReturnable { var id: Int, name: String }
/// ```
public protocol APIReturnable: SendableMetatype {
    /// Reads the bytes of an answer with a successful status; there may be none.
    /// - Throws: why they are not what is wanted. It reaches `onFailure`, in a `CallError`.
    init(from data: Data) throws
}

extension APIReturnable where Self: Decodable {
    /// Reads JSON, by a `JSONDecoder` of Foundation as it comes.
    public init(from data: Data) throws { self = try JSONDecoder().decode(Self.self, from: data) }
}

extension Data: APIReturnable {
    /// The bytes as they are.
    public init(from data: Data) { self = data }
}

extension String: APIReturnable {
    /// The bytes as UTF-8.
    public init(from data: Data) { self = String(decoding: data, as: UTF8.self) }
}

extension Array: APIReturnable where Element: Decodable {}
