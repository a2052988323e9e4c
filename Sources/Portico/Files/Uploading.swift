/// Sending a body that a call does not declare: a file, a form, a stream.
extension Client {
    /// Sends an endpoint's call with this body.
    ///
    /// ```swift
    /// struct PutAvatar: Endpoint {
    ///     static let route: Route = "PUT /users/{user}/avatar"
    ///     var user: Int
    /// }
    ///
    /// try await client.upload(.file(photo, mediaType: "image/png"), with: PutAvatar(user: 7)) { progress in
    ///     print(progress.fraction ?? 0)
    /// }
    /// ```
    ///
    /// Files are read while they are sent, those of a ``Multipart`` form too, so memory does not grow with them. The
    /// call is otherwise like any other: see ``send(_:options:)->Declared.Response``.
    /// - Parameters:
    ///   - body: a file, a form, bytes or a stream.
    ///   - endpoint: the call, which must have no body of its own: on POST, PUT and PATCH every property is in the
    ///     path, the query or a header.
    ///   - options: what is asked of this call, over what the endpoint and the client ask.
    ///   - onProgress: told of the bytes that have left, in order, from any thread. A transport that cannot tell
    ///     refuses the call.
    @concurrent
    @discardableResult
    public func upload<Declared: Endpoint>(
        _ body: HTTPBody,
        with endpoint: Declared,
        options: CallOptions = CallOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Declared.Failure>) -> Declared.Response {
        try await Request(endpoint).uploading(body).run(options, storage, onProgress)
    }

    /// Sends a request with this body.
    @concurrent
    @discardableResult
    public func upload<Response: Sendable, Failure: Sendable>(
        _ body: HTTPBody,
        with request: Request<Response, Failure>,
        options: CallOptions = CallOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Failure>) -> Response {
        try await request.uploading(body).run(options, storage, onProgress)
    }

    /// Sends a request with this body; its failure is the error's body.
    @concurrent
    @discardableResult
    public func upload<Response: Sendable>(
        _ body: HTTPBody,
        with request: Request<Response, ErrorBody>,
        options: CallOptions = CallOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<ErrorBody>) -> Response {
        try await request.uploading(body).run(options, storage, onProgress)
    }

    /// A call of an endpoint with this body, to be started.
    public func call<Declared: Endpoint>(
        _ endpoint: Declared, uploading body: HTTPBody, options: CallOptions = CallOptions()
    ) -> Call<Declared.Response, Declared.Failure> {
        Call(Request(endpoint).uploading(body), options, storage)
    }

    /// A call of a request with this body, to be started.
    public func call<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, uploading body: HTTPBody, options: CallOptions = CallOptions()
    ) -> Call<Response, Failure> {
        Call(request.uploading(body), options, storage)
    }
}

extension Request {
    fileprivate func uploading(_ body: HTTPBody) -> Request {
        Request(UploadSource(declared: source, content: body), mapping, failureMapping, options)
    }

    fileprivate func run(
        _ options: CallOptions, _ storage: Client.Storage, _ onProgress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(CallError<Failure>) -> Response {
        try await value(options, storage, onProgress: onProgress.map(Self.uploadOnly))
    }

    private static func uploadOnly(
        _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) -> @Sendable (TransferProgress) -> Void {
        { progress in
            if progress.direction == .upload { onProgress(progress) }
        }
    }
}

/// A declared call, with a body that the caller gives beside it.
private struct UploadSource: RequestSource {
    let declared: any RequestSource
    let content: HTTPBody

    var description: CallDescription { declared.description }
    var endpoint: (any Sendable)? { declared.endpoint }
    var style: ParameterStyle { declared.style }
    var bodyFormat: BodyFormat { declared.bodyFormat }
    var environment: APIEnvironment? { declared.environment }
    var mapper: (any RequestMapper)? { declared.mapper }
    var url: URLText? { declared.url }

    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        var parameters = try declared.parameters(style, below: base)
        guard !parameters.hasBody else {
            throw InvalidRequest(.body, "the call has a body of its own, so none can be uploaded with it")
        }
        if let problem = content.unreadableFile { throw InvalidRequest(.body, problem) }
        parameters.body = content
        return parameters
    }
}

extension HTTPBody {
    /// What is wrong with a file that is the body; nil where nothing is.
    fileprivate var unreadableFile: String? {
        guard case .file(let url) = content else { return nil }
        do throws(TransportError) {
            _ = try FileReader(url)
            return nil
        } catch {
            return error.message
        }
    }
}
