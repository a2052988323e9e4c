/// Downloading what was declared, in each of the styles. What the call's `Response` is does not matter: the body goes
/// to the file.
extension Client {
    /// Sends an endpoint's call and puts the body of its answer into a file.
    ///
    /// ```swift
    /// let archive = try await client.download(GetArchive(id: 7), to: .folder(downloads)) { progress in
    ///     print(progress.fraction ?? 0)
    /// }
    /// ```
    ///
    /// The file appears under its name once it is whole and checked, at one stroke, and never before. Whatever ends the
    /// download earlier leaves nothing, or, with ``DownloadOptions/resumes``, a part that the next one goes on from.
    /// Chunks are written as they come, so memory does not grow with the file. The call goes through the same
    /// middleware as any other; a status that is no success is an error with its `Failure`. Nothing is synchronised
    /// with the disk: who needs the file to outlive a loss of power asks the system for that, or names its SHA-256.
    /// - Parameters:
    ///   - endpoint: the call.
    ///   - destination: a file, or a folder in which the server names it.
    ///   - options: resuming, the limit, the checksum, and what is asked of the call.
    ///   - onProgress: told of each chunk that was written, in order, in the task of the call. Without a fraction where
    ///     the length is not known.
    /// - Throws: what `send` throws, and ``CallError/Reason/file(_:)`` where the file is the problem.
    @concurrent
    @discardableResult
    public func download<Declared: Endpoint>(
        _ endpoint: Declared,
        to destination: Download.Destination,
        options: DownloadOptions = DownloadOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Declared.Failure>) -> Download {
        try await Request(endpoint).download(to: destination, options, storage, onProgress)
    }

    /// Sends a request and puts the body of its answer into a file.
    @concurrent
    @discardableResult
    public func download<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>,
        to destination: Download.Destination,
        options: DownloadOptions = DownloadOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Failure>) -> Download {
        try await request.download(to: destination, options, storage, onProgress)
    }

    /// Sends a request that says nothing of its answer, and puts that into a file: `.get("/archives/7")`.
    @concurrent
    @discardableResult
    public func download(
        _ request: Request<Void, ErrorBody>,
        to destination: Download.Destination,
        options: DownloadOptions = DownloadOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<ErrorBody>) -> Download {
        try await request.download(to: destination, options, storage, onProgress)
    }

    /// Sends a router's case and puts the body of its answer into a file.
    @concurrent
    @discardableResult
    public func download<Declared: Router>(
        _ router: Declared,
        to destination: Download.Destination,
        options: DownloadOptions = DownloadOptions(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(CallError<Declared.Failure>) -> Download {
        try await Request(router, mapping: .ignored).download(to: destination, options, storage, onProgress)
    }
}

/// The same as calls to be started, for code that is not `async`.
extension Client {
    /// A download of an endpoint's answer, to be started.
    ///
    /// ```swift
    /// client.call(GetArchive(id: 7), downloadingTo: .folder(downloads))
    ///     .onProgress { bar.fraction = $0.fraction }
    ///     .onSuccess { archive in show(archive.file) }
    ///     .start()
    /// ```
    public func call<Declared: Endpoint>(
        _ endpoint: Declared, downloadingTo destination: Download.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> Call<Download, Declared.Failure> {
        Request(endpoint).call(downloadingTo: destination, options, storage)
    }

    /// A download of a request's answer, to be started.
    public func call<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>,
        downloadingTo destination: Download.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> Call<Download, Failure> {
        request.call(downloadingTo: destination, options, storage)
    }

    /// A download of the answer to a request that says nothing of it, to be started.
    public func call(
        _ request: Request<Void, ErrorBody>,
        downloadingTo destination: Download.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> Call<Download, ErrorBody> {
        request.call(downloadingTo: destination, options, storage)
    }

    /// A download of the answer to a router's case, to be started.
    public func call<Declared: Router>(
        _ router: Declared, downloadingTo destination: Download.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> Call<Download, Declared.Failure> {
        Request(router, mapping: .ignored).call(downloadingTo: destination, options, storage)
    }
}

extension Request {
    fileprivate func download(
        to destination: Download.Destination, _ options: DownloadOptions, _ storage: Client.Storage,
        _ onProgress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(CallError<Failure>) -> Download {
        let state = CallState(storage, source, options.call.over(self.options), ResponseMapping<HTTPResponse>.streamed)
        return try await state.download(to: destination, options, onProgress, orFailure: failureMapping)
    }

    fileprivate func call(
        downloadingTo destination: Download.Destination, _ options: DownloadOptions, _ storage: Client.Storage
    ) -> Call<Download, Failure> {
        Call(description) { onProgress in
            do throws(CallError<Failure>) {
                return .success(try await download(to: destination, options, storage, onProgress))
            } catch {
                return .failure(error)
            }
        }
    }
}
