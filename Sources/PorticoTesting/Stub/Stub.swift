public import Portico

/// Which requests a ``StubTransport`` answers, and with what.
///
/// ```swift
/// let stub = StubTransport(stubs: [
///     .on(ShowUser(id: 42), .json(#"{"id": 42, "name": "Ada"}"#)),            // this call, by its wire form
///     .on(ShowUser.self, where: { $0.id > 99 }, .status(404)),                // a kind of calls, by their values
///     .on(ListUsers.self, .failure(.connectionLost), .json("[]")),            // first this, then that
///     .on("POST /users", where: { $0.fields["X-Trace"] == nil }, .status(400)),
/// ])
/// ```
///
/// The first that fits answers. One answer is given as often as it is asked for, several are given once each, in turn; what
/// comes after them is for the next stub that fits. A stub is a value: each transport that is made with it counts for
/// itself.
public struct Stub: Sendable {
    enum Answers: Sendable {
        case listed([StubAnswer])
        case made(@Sendable (StubbedRequest) -> StubAnswer)
    }

    /// What it waits for: `GET /users/{id}`, `ShowUser, GET /users/42`.
    public let description: String
    /// In what a request is not the one; empty for one that it answers.
    let differences: @Sendable (StubbedRequest) -> [StubDifference]
    let answers: Answers

    init(
        _ description: String, _ answers: Answers,
        _ differences: @escaping @Sendable (StubbedRequest) -> [StubDifference]
    ) {
        self.description = description
        self.answers = answers
        self.differences = differences
    }
}

extension Stub: CustomStringConvertible {}

extension Stub {
    /// Answers a method and a path: `"GET /users/{id}"`, where `{…}` is any text of one segment and `{+…}` one segment or
    /// more. The query is left out of account, and so may be the path of the environment's base.
    /// - Parameters:
    ///   - route: the method and the path.
    ///   - condition: what else has to hold for a request.
    ///   - answer: the answer; the first of several.
    ///   - others: those for the next requests.
    public static func on(
        _ route: String, where condition: (@Sendable (HTTPRequest) -> Bool)? = nil, _ answer: StubAnswer,
        _ others: StubAnswer...
    ) -> Stub {
        let pattern = RoutePattern(route)
        return Stub(route, .listed([answer] + others)) { stubbed in
            pattern.differences(stubbed) + Self.unmet(condition, stubbed.request)
        }
    }

    /// Answers every request for which a condition holds.
    public static func on(
        where condition: @escaping @Sendable (HTTPRequest) -> Bool, _ answer: StubAnswer, _ others: StubAnswer...
    ) -> Stub {
        Stub("any request that meets a condition", .listed([answer] + others)) { unmet(condition, $0.request) }
    }

    /// Answers the calls of an endpoint's type, or those of them for whose value a condition holds.
    public static func on<Declared: Endpoint>(
        _ type: Declared.Type, where condition: (@Sendable (Declared) -> Bool)? = nil, _ answer: StubAnswer,
        _ others: StubAnswer...
    ) -> Stub {
        Stub(type, .listed([answer] + others), where: condition)
    }

    /// Answers the calls of an endpoint's type with what a closure makes of their values.
    public static func on<Declared: Endpoint>(
        _ type: Declared.Type, _ answer: @escaping @Sendable (Declared) -> StubAnswer
    ) -> Stub {
        let made = Answers.made { stubbed in (stubbed.endpoint as? Declared).map(answer) ?? .failure(.other) }
        // A request without a value cannot be answered, so it does not fit.
        return Stub(type, made, where: { _ in true })
    }

    /// Answers the calls of a router's type, or those of them for whose case a condition holds.
    public static func on<Declared: Router>(
        _ type: Declared.Type, where condition: (@Sendable (Declared) -> Bool)? = nil, _ answer: StubAnswer,
        _ others: StubAnswer...
    ) -> Stub {
        Stub("\(type)", .listed([answer] + others)) { stubbed in
            ofType("\(type)", stubbed, where: condition ?? { _ in true })
        }
    }

    /// Answers one call: a request that is what this endpoint's value would be, sent by the same client.
    ///
    /// Method, path, query, body and the fields that the endpoint declares are compared; of JSON the values are, not the
    /// bytes. A form with files and a stream count as equal to any other.
    public static func on<Declared: Endpoint>(
        _ endpoint: Declared, _ answer: StubAnswer, _ others: StubAnswer...
    ) -> Stub {
        Stub(Request(endpoint), .listed([answer] + others))
    }

    /// Answers one call: a request that is what this router's case would be, sent by the same client.
    public static func on<Declared: Router>(
        _ router: Declared, _ answer: StubAnswer, _ others: StubAnswer...
    ) -> Stub {
        Stub(Request<Void, Declared.Failure>(declaring: router), .listed([answer] + others))
    }

    /// Answers one call: a request that is what this one would be, sent by the same client.
    @_disfavoredOverload
    public static func on<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, _ answer: StubAnswer, _ others: StubAnswer...
    ) -> Stub {
        Stub(request, .listed([answer] + others))
    }
}

extension Stub {
    private init<Declared: Endpoint>(
        _ type: Declared.Type, _ answers: Answers, where condition: (@Sendable (Declared) -> Bool)?
    ) {
        let route = Declared.route.description
        let pattern = RoutePattern(route)
        self.init("\(type), \(Redaction.standard.url(route))", answers) { stubbed in
            // Its route as well: a redirect may have led the call elsewhere.
            Self.ofType("\(type)", stubbed, where: condition) + pattern.differences(stubbed)
        }
    }

    private init<Response: Sendable, Failure: Sendable>(_ request: Request<Response, Failure>, _ answers: Answers) {
        let call = request.description
        let (name, text) = (call.name, Self.text(of: request) ?? call.route)
        self.init("\(name), \(text)", answers) { stubbed in
            do {
                let (expected, own, isDeclared) = try stubbed.counterparts(to: request)
                return StubDifference.all(between: own, and: expected, isDeclared: isDeclared, stubbed.redaction)
            } catch {
                return [StubDifference(.endpoint, "the stub's own call cannot be made: \(error)")]
            }
        }
    }

    /// The method and target of a call, below no base.
    private static func text<Response: Sendable, Failure: Sendable>(of request: Request<Response, Failure>) -> String? {
        let client = Client(environment: APIEnvironment("stub", baseURL: "http://stub"), transport: Nowhere())
        return (try? client.declared(request)).map { "\($0.method) \(Redaction.standard.url($0.path))" }
    }

    /// Where the value of a call is not known, its type is not either: its route has to do where there is no condition.
    private static func ofType<Declared>(
        _ type: String, _ stubbed: StubbedRequest, where condition: (@Sendable (Declared) -> Bool)?
    ) -> [StubDifference] {
        if let endpoint = stubbed.endpoint as? Declared {
            guard let condition, !condition(endpoint) else { return [] }
            return [StubDifference(.condition, "its condition does not hold")]
        }
        if let context = stubbed.context, context.endpoint != nil {
            return [StubDifference(.endpoint, expected: type, found: context.description.name)]
        }
        return condition == nil ? [] : [StubDifference(.condition, "the value of the call is not known")]
    }

    private static func unmet(
        _ condition: (@Sendable (HTTPRequest) -> Bool)?, _ request: HTTPRequest
    ) -> [StubDifference] {
        guard let condition, !condition(request) else { return [] }
        return [StubDifference(.condition, "its condition does not hold")]
    }
}

/// A method and a pattern of a path.
struct RoutePattern: Sendable {
    private let method: Substring
    private let text: Substring
    private let path: PathPattern

    init(_ route: String) {
        let parts = route.split(separator: " ", maxSplits: 1)
        method = parts.first ?? ""
        text = parts.count == 2 ? parts[1] : ""
        path = PathPattern(text)
    }

    func differences(_ stubbed: StubbedRequest) -> [StubDifference] {
        var all: [StubDifference] = []
        if stubbed.method.rawValue != method {
            all.append(StubDifference(.method, expected: String(method), found: "\(stubbed.method)"))
        }
        if !path.matches(stubbed.request.path, below: stubbed.context?.basePath ?? "") {
            let expected = String(Redaction.standard.url(String(text)).prefix { $0 != "?" })
            all.append(StubDifference(.path, expected: expected, found: String(stubbed.path)))
        }
        return all
    }
}
