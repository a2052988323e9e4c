/// An answer that is of no interest: any JSON, or no body at all.
public struct EmptyResponse: ResponseDefinition {
    public let result: Void = ()

    public init(json: Any) {}
}
