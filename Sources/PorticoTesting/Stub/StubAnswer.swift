public import Portico

/// What a ``StubTransport`` answers to a request: a response, a failure, or what a closure says.
///
/// ```swift
/// let flaky = StubTransport(sequence: [.failure(.connectionLost), .status(503), .json(#"{"id": 1}"#)])
/// ```
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(HTTPResponse)
        case failure(TransportError)
        case immediate(@Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse)
        case handler(@Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse)
    }

    let content: Content
    /// How long the answer is held back.
    private(set) var delay: Duration?
    /// What it is called where it is printed; nil for what it is.
    private var name: String?

    private init(content: Content) { self.content = content }

    func with(_ content: Content) -> StubAnswer {
        var copy = StubAnswer(content: content)
        (copy.delay, copy.name) = (delay, name)
        return copy
    }

    func named(_ name: String) -> StubAnswer {
        var copy = self
        copy.name = name
        return copy
    }

    /// A whole response, as it is.
    public static func response(_ response: HTTPResponse) -> StubAnswer { StubAnswer(content: .response(response)) }

    /// JSON, given as text, as `application/json`.
    public static func json(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> StubAnswer {
        .response(.json(text, status: status, fields: fields))
    }

    /// A value as JSON, written as a client's own coder writes it: keys as they are coded, dates by RFC 3339.
    ///
    /// A value that cannot be written makes each exchange fail, with an error that says why.
    public static func json(
        encoding value: some Encodable, status: HTTPStatus = .ok, fields: HTTPFields = [:]
    ) -> StubAnswer {
        do {
            let text = String(decoding: try FoundationJSON().encode(value), as: UTF8.self)
            return .json(text, status: status, fields: fields)
        } catch {
            return .failure(TransportError(.other, "the stub's value cannot be encoded: \(error)", underlying: error))
        }
    }

    /// A status without a body.
    public static func status(_ status: HTTPStatus, fields: HTTPFields = [:]) -> StubAnswer {
        .response(.empty(status, fields: fields))
    }

    /// An exchange that fails below HTTP.
    public static func failure(_ error: TransportError) -> StubAnswer { StubAnswer(content: .failure(error)) }

    /// An exchange that fails below HTTP in this way.
    public static func failure(_ kind: TransportError.Kind) -> StubAnswer { .failure(TransportError(kind)) }

    /// An answer made from the request at once.
    public static func handler(
        _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPResponse
    ) -> StubAnswer {
        StubAnswer(content: .immediate(answer))
    }

    /// An answer made from the request by a closure that may wait, for instance at a ``Gate``.
    public static func handler(
        _ answer: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
    ) -> StubAnswer {
        StubAnswer(content: .handler(answer))
    }

    /// The same answer, held back by the clock of the call.
    public func delayed(by delay: Duration) -> StubAnswer {
        var copy = self
        copy.delay = delay
        return copy
    }
}

extension StubAnswer: CustomStringConvertible {
    /// What it is in words, for the arguments of tests: `200 OK`, `the connection ended before the response's head`.
    public var description: String {
        if let name { return name }
        return switch content {
        case .response(let response): "\(response.status)"
        case .failure(let error): "\(error)"
        case .immediate, .handler: "what a closure says"
        }
    }
}
