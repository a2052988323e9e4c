import Synchronization

/// Sends the calls of an API.
///
/// ```swift
/// let github = Client(environment: .gitHub, transport: .urlSession())
/// let repos = try await github.send(ListRepos(org: "apple"))
/// ```
///
/// A client is a value: the `with…` functions make a copy that differs in one thing, and all copies can be used from
/// any task at once. It owns no global state; copies share the transport and the stream of events.
public struct Client: Sendable {
    let storage: Storage

    /// A client of an environment, over a transport.
    ///
    /// Its calls of a development environment are logged to standard error, redacted; ``withLogging(_:to:)`` decides
    /// otherwise.
    public init(environment: APIEnvironment, transport: any Transport) {
        storage = Storage(Settings(environment: environment, transport: transport), Shared())
    }

    private init(_ settings: Settings, _ shared: Shared) { storage = Storage(settings, shared) }

    /// What a client can be told.
    struct Settings: Sendable {
        var environment: APIEnvironment
        var transport: any Transport
        var style = ParameterStyle.inherited
        var json = JSONFormat.foundation
        var decoder: (any ResponseDecoder)?
        var encoder: (any BodyEncoder)?
        var mapper: (any RequestMapper)?
        var options = CallOptions()
        var redaction = Redaction.standard
        var callMiddleware: [any Middleware] = []
        var attemptMiddleware: [any Middleware] = []
        var authentications = Authentications()
        var cookies: CookieJar?
        /// Nil for the environment's habit: development environments are logged.
        var isLogging: Bool?
        var log: @Sendable (String) -> Void = LoggingMiddleware.standardError
        var userAgent: String? = Client.defaultUserAgent
        var time = CallClock(ContinuousClock())
        var random: @Sendable () -> UInt64 = Client.systemRandomNumber
        /// The trace that is going on; nil where requests say nothing of traces.
        var trace: (@Sendable () -> TraceContext?)?
        /// Shared by the copies, as a reference is.
        var retryBudget = SharedRetryBudget(RetryBudget())

        init(environment: APIEnvironment, transport: any Transport) {
            self.environment = environment
            self.transport = transport
        }

        var logs: Bool { isLogging ?? (environment.kind == .development) }
    }

    /// What all copies of a client have in common.
    struct Shared: Sendable {
        var events = EventHub()
        let abandoned = AbandonedWork()
        private let calls = CallCounter()

        func nextCall() -> CallID { calls.next() }
    }

    private final class CallCounter: Sendable {
        private let last = Atomic<UInt64>(0)

        func next() -> CallID { CallID(number: last.add(1, ordering: .relaxed).newValue) }
    }

    /// The settings, and what follows from them once for all calls.
    final class Storage: Sendable {
        let settings: Settings
        let shared: Shared
        let chain: Chain
        /// Of a call that asks for nothing itself.
        let options: CallOptions
        /// Of a call that names no authenticator.
        private let authentication: Result<ChosenAuthentication?, InvalidRequest>
        let style: ResolvedStyle
        let time: CallClock
        let json: any ResponseDecoder & BodyEncoder
        /// Of a call that has no format of dates of its own.
        let decoder: any ResponseDecoder
        let accept: String

        init(_ settings: Settings, _ shared: Shared) {
            var settings = settings
            for authentication in settings.authentications.all {
                authentication.exchange.hideSecrets(in: &settings.redaction)
            }
            self.settings = settings
            self.shared = shared
            let authentications = settings.authentications
            let authentication: [any Middleware] =
                authentications.all.isEmpty
                ? [] : [AuthenticationMiddleware(keepsDeadlines: authentications.keepDeadlines)]
            let signing: [any Middleware] = authentications.sign ? [SigningMiddleware()] : []
            let cookies: [any Middleware] =
                settings.cookies.map { [CookieMiddleware($0, settings.transport.capabilities)] } ?? []
            let log: [any Middleware] = settings.logs ? [LoggingMiddleware(settings.log)] : []
            let random = settings.random
            let tracing: [any Middleware] = settings.trace.map { [CallTracing(current: $0, random: random)] } ?? []
            let spans: [any Middleware] = settings.trace == nil ? [] : [AttemptTracing(random: random)]
            let redirects = RedirectMiddleware(environment: settings.environment, fields: settings.options.fields)
            let retries = RetryMiddleware(budget: settings.retryBudget, random: random)
            chain = Chain(
                around: tracing + settings.callMiddleware + [redirects, retries] + authentication,
                around: spans + cookies + settings.attemptMiddleware + signing + log, settings.transport)
            options = settings.options.over(Client.defaultOptions).withTimeLimits
            self.authentication = Result { () throws(InvalidRequest) in
                try authentications.chosen(by: settings.options.authenticator, in: settings.environment)
            }
            style = ResolvedStyle(settings.style)
            json = settings.json.coder(style.dates)
            decoder = settings.decoder ?? json
            accept = decoder.mediaTypes.text
            time = settings.time
        }

        /// The authenticator of a call that names one, or none.
        func authentication(
            _ choice: AuthenticatorChoice?, _ source: any RequestSource
        ) -> Result<ChosenAuthentication?, InvalidRequest> {
            guard let choice else { return authentication }
            return Result { () throws(InvalidRequest) in
                try settings.authentications.chosen(by: choice, in: source.environment ?? settings.environment)
            }
        }
    }

    static let defaultOptions = CallOptions(
        attemptTimeout: .seconds(60), bodyLimit: TransportOptions.defaultBodyLimit, statusPolicy: .successful,
        redirectPolicy: .follow)

    static let systemRandomNumber: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// What `User-Agent` says unless told otherwise.
    public static let defaultUserAgent = "Portico/\(PackageVersion.current)"
}

// MARK: Copies

extension Client {
    func with(_ change: (inout Settings) -> Void) -> Client {
        var settings = storage.settings
        change(&settings)
        return Client(settings, storage.shared)
    }

    /// Where the calls go that name no environment of their own.
    public var environment: APIEnvironment { storage.settings.environment }

    /// A client of another environment.
    public func withEnvironment(_ environment: APIEnvironment) -> Client { with { $0.environment = environment } }
    /// A client whose requests are carried by another transport.
    public func withTransport(_ transport: any Transport) -> Client { with { $0.transport = transport } }

    /// How parameters are written, and dates in bodies, where an endpoint does not say otherwise.
    public func withStyle(_ style: ParameterStyle) -> Client { with { $0.style = style } }

    /// What reads and writes JSON, with dates in the format of the client or the endpoint; ``JSONFormat/foundation``
    /// unless set.
    public func withJSON(_ json: JSONFormat) -> Client { with { $0.json = json } }

    /// What reads the bodies of answers, whatever ``withJSON(_:)`` and the format of dates say; nil unless set.
    public func withDecoder(_ decoder: any ResponseDecoder) -> Client { with { $0.decoder = decoder } }

    /// What writes the bodies of requests whose format is `.json`, whatever ``withJSON(_:)`` and the format of dates say;
    /// nil unless set.
    public func withEncoder(_ encoder: any BodyEncoder) -> Client { with { $0.encoder = encoder } }

    /// What rewrites the parameters of each call, after the endpoint's own mapper.
    public func withMapper(_ mapper: (any RequestMapper)?) -> Client { with { $0.mapper = mapper } }

    /// What is asked of each call; what is nil keeps its default.
    public func withOptions(_ options: CallOptions) -> Client { with { $0.options = options } }

    /// Which values are hidden wherever a request or an answer is printed.
    public func withRedaction(_ redaction: Redaction) -> Client { with { $0.redaction = redaction } }

    /// A client with one more layer, inside of those of the same place.
    public func withMiddleware(_ middleware: any Middleware, around place: MiddlewarePlace = .call) -> Client {
        with {
            switch place {
            case .call: $0.callMiddleware.append(middleware)
            case .attempt: $0.attemptMiddleware.append(middleware)
            }
        }
    }

    /// A client that puts a credential on its requests: the one that its calls use unless they name another
    /// (``CallOptions/authenticator``), or, under a name of its own, one for the calls that name it. It takes the place
    /// of one of the same name.
    ///
    /// ```swift
    /// let api = client
    ///     .withAuthenticator(.bearer(token))
    ///     .withAuthenticator(.basic(user: "root", password: password), named: "admin")
    /// try await api.send(ListUsers())                                                       // with the token
    /// try await api.send(ListUsers(), options: CallOptions(authenticator: "admin"))         // with the password
    /// try await api.send(ListUsers(), options: CallOptions(authenticator: .anonymous))      // with neither
    /// ```
    ///
    /// It serves one origin, and no credential goes to another, by a whole URL or a redirect: that of the client's
    /// environment, and for a call that names it that of the call's own environment. Where this is http, the same host
    /// by https counts as the same. A request that has an `Authorization` field goes out as it is.
    /// - Parameters:
    ///   - authenticator: who is asked for the credential.
    ///   - name: what calls, errors and events call it; `default` unless given.
    ///   - allowsPlainHTTP: whether the credential may go over http to other machines than this one, for a network that
    ///     is trusted. Unless so, such a call fails before anything is sent.
    public func withAuthenticator(
        _ authenticator: any Authenticator, named name: String = "default", allowsPlainHTTP: Bool = false
    ) -> Client {
        with {
            $0.authentications.set(
                Authentication(authenticator, named: name, allowsPlainHTTP: allowsPlainHTTP))
        }
    }

    /// Whether calls are logged, redacted, and where to; standard error unless given.
    /// - Parameters:
    ///   - isLogging: nil for the environment's habit: development environments are logged.
    ///   - log: what is given each line.
    public func withLogging(
        _ isLogging: Bool?, to log: @escaping @Sendable (String) -> Void = LoggingMiddleware.standardError
    ) -> Client {
        with {
            $0.isLogging = isLogging
            $0.log = log
        }
    }

    /// A client that keeps and sends cookies; nil for one that does neither, as a client does unless it is given a jar.
    public func withCookies(_ jar: CookieJar?) -> Client { with { $0.cookies = jar } }

    /// What `User-Agent` says; nil sends none.
    public func withUserAgent(_ userAgent: String?) -> Client { with { $0.userAgent = userAgent } }

    /// The clock that deadlines and durations go by.
    public func withClock(_ clock: any Clock<Duration>) -> Client { with { $0.time = CallClock(clock) } }

    /// Where random numbers come from, of which waits and keys are made; the system's unless set. A test gives its own,
    /// to know what comes of them.
    public func withRandomNumbers(_ next: @escaping @Sendable () -> UInt64) -> Client { with { $0.random = next } }

    /// A client whose events, and those of the copies made of it, are given to a function as well, in the task of the
    /// call.
    public func withObserver(_ observer: @escaping @Sendable (CallEvent) -> Void) -> Client {
        var shared = storage.shared
        shared.events = EventHub(observer: observer, parent: shared.events)
        return Client(storage.settings, shared)
    }

    /// What happens from now on, in this client and all its copies.
    /// - Parameter limit: the events kept for a reader that falls behind; beyond it the oldest are lost.
    public func events(keeping limit: Int = 1024) -> AsyncStream<CallEvent> {
        storage.shared.events.stream(keeping: limit)
    }
}
