/// An answer that is of no interest: any JSON, or no body at all.
public struct EmptyResponse: ResponseDefinition {
    /// Nothing.
    public let result: Void = ()

    /// Takes anything.
    public init(json: Any) {}
}
