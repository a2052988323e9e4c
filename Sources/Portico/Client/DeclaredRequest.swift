extension CallContext {
    /// The escaped path of the base that the call is sent to: empty, or with a slash at its beginning only.
    package var basePath: String {
        let environment = state.source.environment ?? state.storage.settings.environment
        return (try? environment.base.get().path) ?? ""
    }

    /// The call itself as it was declared, before any middleware: its method, target and body as they would leave, and of
    /// its fields those that it declares itself.
    package func declared() throws -> HTTPRequest { try DeclaredRequest.make(state.source, by: state.storage) }

    /// What another call would be, sent by the same client.
    package func declared<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) throws -> HTTPRequest {
        try DeclaredRequest.make(request.source, by: state.storage)
    }
}

extension Client {
    /// What a call is: its method, target and body as they would leave, and of its fields those that it declares itself.
    package func declared<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) throws -> HTTPRequest {
        try DeclaredRequest.make(request.source, by: storage)
    }
}

extension Request {
    /// The call that a router's case declares, whatever its answer is mapped to.
    package init<Declared: Router>(declaring router: Declared) where Response == Void, Failure == Declared.Failure {
        self.init(router, mapping: .ignored)
    }
}

private enum DeclaredRequest {
    static func make(_ source: any RequestSource, by storage: Client.Storage) throws -> HTTPRequest {
        var request = try storage.request(of: source, nil, [:])
        request.fields = try source.parameters(storage.style.overridden(by: source.style), below: "").fields
        return request
    }
}
