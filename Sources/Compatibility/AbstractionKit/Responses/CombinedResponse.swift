/// Two responses in one object, each at its own key: `{"user": {…}, "orders": [{…}]}`. One of them may be combined
/// itself.
///
/// ```swift
/// typealias Response = CombinedResponse<SingleResponse<User>, ArrayResponse<Order>>
/// ```
public struct CombinedResponse<First: ResponseDefinition, Second: ResponseDefinition>: ResponseDefinition
where First.JSON == [String: Any], Second.JSON == [String: Any] {
    /// Both results.
    public let result: (First.Result, Second.Result)

    /// - Throws: ``ResponseError/missingKey(_:)`` with the name of the key that is missing.
    public init(json: [String: Any]) throws { result = (try First(json: json).result, try Second(json: json).result) }
}
