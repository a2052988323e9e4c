extension CallContext {
    /// The escaped path of the base that the call is sent to: empty, or with a slash at its beginning only.
    package var basePath: String {
        let environment = state.source.environment ?? state.storage.settings.environment
        return (try? environment.base.get().path) ?? ""
    }

    /// What another call would be, sent by the same client: its method, target and body as they would leave, and of its
    /// fields those that it declares itself.
    package func declared<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) throws -> HTTPRequest {
        try DeclaredRequest.make(request, by: state.storage)
    }
}

extension Client {
    /// What a call is: its method, target and body as they would leave, and of its fields those that it declares itself.
    package func declared<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) throws -> HTTPRequest {
        try DeclaredRequest.make(request, by: storage)
    }
}

private enum DeclaredRequest {
    static func make<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, by storage: Client.Storage
    ) throws -> HTTPRequest {
        let source = request.source
        let assembly = RequestAssembly(
            storage: storage, source: source, accepted: request.mapping.accepted, fields: request.options.fields)
        var made = try assembly.request()
        var own = try source.parameters(storage.style.overridden(by: source.style)).fields
        own.replace(by: request.options.fields)
        made.fields = own
        return made
    }
}
