extension Request {
    /// The same call under a name, which errors, events and logs call it by.
    public func named(_ name: String) -> Request {
        changed { $0.name = name }
    }

    /// The same call to an environment of its own, whatever its client's is. Of the client's own fields and credentials
    /// none goes to another origin than that of the client's environment.
    public func withEnvironment(_ environment: APIEnvironment) -> Request {
        changed { $0.ownEnvironment = environment }
    }

    private func changed(_ change: (inout ChangedSource) -> Void) -> Request {
        var source = ChangedSource(declared: source)
        change(&source)
        return Request(source, mapping, failureMapping, options)
    }
}

/// A declared call, of which something is told otherwise.
private struct ChangedSource: RequestSource {
    let declared: any RequestSource
    var name: String?
    var ownEnvironment: APIEnvironment?

    var description: CallDescription {
        let description = declared.description
        return CallDescription(name: name ?? description.name, route: description.route)
    }
    var endpoint: (any Sendable)? { declared.endpoint }
    var style: ParameterStyle { declared.style }
    var bodyFormat: BodyFormat { declared.bodyFormat }
    var environment: APIEnvironment? { ownEnvironment ?? declared.environment }
    var mapper: (any RequestMapper)? { declared.mapper }
    var url: URLText? { declared.url }

    func parameters(_ style: ResolvedStyle, below base: String) throws(InvalidRequest) -> RequestParameters {
        try declared.parameters(style, below: base)
    }
}
