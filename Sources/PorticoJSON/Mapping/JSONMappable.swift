public import Portico

/// What makes itself of a JSON document with its own code: no keys, no containers, nothing in between.
///
/// ```swift
/// struct Repo: JSONMappable {
///     var id: Int
///     var name: String
///     var language: String?
///     var owner: Owner
///     var topics: [String]
///
///     init(map: borrowing JSONMap) throws(MappingError) {
///         id = try map("id")
///         name = try map("full_name")
///         language = try map("language")             // nil where it is null or missing
///         owner = try map("owner")
///         topics = try map("topics", default: [])
///     }
/// }
///
/// let repos = try FastJSONDecoder().map([Repo].self, from: data)
/// ```
///
/// It is for the types that are hot: twice as fast again as the same type's `Codable`. A type can be both: where a
/// ``FastJSONDecoder`` meets one that is, it maps it, so models that are `Codable` can hold it anywhere.
///
/// Names are looked for in the order in which they are asked for first, so ask in the order in which the server writes.
public protocol JSONMappable {
    /// Makes the value, or throws what ``JSONMap`` threw.
    init(map: borrowing JSONMap) throws(MappingError)

    /// What stands for a member that is missing; nil, unless a type says otherwise, makes that an error.
    static var missing: Self? { get }
}

extension JSONMappable {
    /// Nil: a member that is missing is an error.
    @inlinable public static var missing: Self? { nil }
}

extension JSONMappable where Self: RawRepresentable, RawValue: JSONMappable {
    /// By the raw value: enough for an enum of strings or numbers to be mapped.
    @inlinable
    public init(map: borrowing JSONMap) throws(MappingError) {
        guard let value = Self(rawValue: try RawValue(map: map)) else { throw map.unfit(for: Self.self) }
        self = value
    }
}
