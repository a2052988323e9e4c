import Foundation
public import Portico
import UntypedValues

extension Request where Failure == ErrorBody {
    /// The call that an endpoint defines, to its own environment, named after its type.
    public init<Definition: EndpointDefinition>(_ definition: Definition)
    where Definition.Response.Result == Response {
        let isQuery = definition.method.putsParametersInQuery
        let request = Request(
            definition.method.method, RequestPath(unescaped: Definition.path),
            query: isQuery ? RequestValues(untyped: definition.parameters) : [:],
            fields: RequestValues(untyped: definition.headers),
            body: isQuery ? .none : .json(definition.parameters.untyped),
            mapping: .defined(by: Definition.Response.self))
        self = request.named("\(Definition.self)").withEnvironment(Definition.environment.environment)
    }
}

extension ResponseMapping {
    /// Reads the JSON of an answer as a definition says; an answer without a body is null.
    static func defined<Definition: ResponseDefinition>(by definition: Definition.Type) -> ResponseMapping
    where Definition.Result == Response {
        ResponseMapping<JSONValue?>.decoded.map { json in
            let object = (json ?? .null).foundationObject
            let expected = Definition.JSON.self == [Any].self ? "an array" : "an object"
            return try Definition(json: ResponseError.cast(object, expected: expected)).result
        }
    }
}

extension Client {
    /// Sends what an endpoint defines, to its own environment, and returns the result of its response.
    ///
    /// A credential of the client goes along where the endpoint's environment has the origin of the client's.
    /// - Throws: `CallError`, whose reason is `undecodableBody` where the JSON is not what the response wants.
    @discardableResult
    public func send<Definition: EndpointDefinition>(
        _ definition: Definition, options: CallOptions = CallOptions()
    ) async throws(CallError<ErrorBody>) -> Definition.Response.Result where Definition.Response.Result: Sendable {
        try await send(Request(definition), options: options)
    }

    /// A call of what an endpoint defines, to be started.
    public func call<Definition: EndpointDefinition>(
        _ definition: Definition, options: CallOptions = CallOptions()
    ) -> Call<Definition.Response.Result, ErrorBody> where Definition.Response.Result: Sendable {
        call(Request(definition), options: options)
    }
}
