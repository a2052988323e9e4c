public import Portico

extension ResponseMapping where Response: JSONMappable {
    /// The body by the type's own mapping: for an endpoint whose `Response` is ``JSONMappable`` and hot.
    ///
    /// ```swift
    /// static let mapping: ResponseMapping<[Repo]> = .mapped()
    /// ```
    ///
    /// A value that is not as it is to be reaches the caller as an undecodable body, with its path.
    /// - Parameter decoder: whose settings count: those for dates, data and limits.
    public static func mapped(by decoder: FastJSONDecoder = FastJSONDecoder()) -> Self {
        .custom(accepting: decoder.mediaTypes) { response, context in
            try decoder.map(Response.self, from: context.readableBytes(of: response))
        }
    }
}
