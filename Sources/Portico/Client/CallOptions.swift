/// What is asked of one call. What is nil is decided by the endpoint, then by the client. A negative time is none at
/// all, and one beyond a century is a century.
///
/// ```swift
/// try await client.send(Report(id: 7), options: CallOptions(totalTimeout: .seconds(90), bodyLimit: 256 << 20))
/// ```
public struct CallOptions: Sendable {
    /// From the start of an attempt until its connection stands; no limit of its own unless set.
    public var connectTimeout: Duration?
    /// From the start of an attempt until its answer is complete or, streamed, until its head is; a client's is 60
    /// seconds.
    public var attemptTimeout: Duration?
    /// From the start of the call, over all attempts; no limit of its own unless set.
    public var totalTimeout: Duration?
    /// The most bytes of an answer, content encodings undone; a client's is 64 MiB.
    public var bodyLimit: Int?
    /// Which statuses are successes; a client's are 200 to 299.
    public var statusPolicy: StatusPolicy?
    /// What is sent again, and when; nothing unless set.
    public var retry: RetryPolicy?
    /// Which of the client's authenticators is used; a client's is the one that it holds under no name of its own.
    public var authenticator: AuthenticatorChoice?
    /// Where redirects lead; a client's are followed.
    public var redirectPolicy: RedirectPolicy?
    /// Fields beside those that the endpoint binds, in place of those of the same name. A client's give way to them,
    /// and go to the origin of the client's environment only.
    public var fields: HTTPFields

    /// Options that leave open whatever is not given.
    public init(
        connectTimeout: Duration? = nil,
        attemptTimeout: Duration? = nil,
        totalTimeout: Duration? = nil,
        bodyLimit: Int? = nil,
        statusPolicy: StatusPolicy? = nil,
        retry: RetryPolicy? = nil,
        authenticator: AuthenticatorChoice? = nil,
        redirectPolicy: RedirectPolicy? = nil,
        fields: HTTPFields = [:]
    ) {
        self.connectTimeout = connectTimeout
        self.attemptTimeout = attemptTimeout
        self.totalTimeout = totalTimeout
        self.bodyLimit = bodyLimit
        self.statusPolicy = statusPolicy
        self.retry = retry
        self.authenticator = authenticator
        self.redirectPolicy = redirectPolicy
        self.fields = fields
    }

    /// Options that leave everything open.
    static let none = CallOptions()

    /// The same, without durations that no clock can add to its time.
    var withTimeLimits: CallOptions {
        var options = self
        options.connectTimeout = connectTimeout?.asTimeLimit
        options.attemptTimeout = attemptTimeout?.asTimeLimit
        options.totalTimeout = totalTimeout?.asTimeLimit
        return options
    }

    /// Whether everything is left open.
    var isEmpty: Bool {
        connectTimeout == nil && attemptTimeout == nil && totalTimeout == nil && bodyLimit == nil && fields.isEmpty
            && authenticator == nil && retry == nil && !hasStatusPolicy && !hasRedirectPolicy
    }

    private var hasStatusPolicy: Bool { if case .some = statusPolicy { true } else { false } }
    private var hasRedirectPolicy: Bool { if case .some = redirectPolicy { true } else { false } }

    /// These options, and for what they leave open those of `outer`.
    func over(_ outer: CallOptions) -> CallOptions {
        if isEmpty { return outer }
        var fields = fields
        fields.appendDefaults(outer.fields)
        return CallOptions(
            connectTimeout: connectTimeout ?? outer.connectTimeout,
            attemptTimeout: attemptTimeout ?? outer.attemptTimeout,
            totalTimeout: totalTimeout ?? outer.totalTimeout,
            bodyLimit: bodyLimit ?? outer.bodyLimit,
            statusPolicy: statusPolicy ?? outer.statusPolicy,
            retry: retry ?? outer.retry,
            authenticator: authenticator ?? outer.authenticator,
            redirectPolicy: redirectPolicy ?? outer.redirectPolicy,
            fields: fields
        )
    }
}

/// What is asked of a call when everything is decided: one value, which all calls share that ask for nothing themselves.
final class ResolvedOptions: Sendable {
    let value: CallOptions

    init(_ options: CallOptions) { value = options.withTimeLimits }
}

/// Which statuses are successes, whose body is made into a `Response`; every other is a failure.
public struct StatusPolicy: Sendable {
    private let isSuccess: @Sendable (HTTPStatus) -> Bool

    /// A policy that a closure decides.
    public init(_ isSuccess: @escaping @Sendable (HTTPStatus) -> Bool) { self.isSuccess = isSuccess }

    /// 200 to 299, the default.
    public static let successful = StatusPolicy { $0.kind == .successful }
    /// Every status, for a caller who reads it himself.
    public static let any = StatusPolicy { _ in true }

    /// 200 to 299, and some others: `.successful(or: 304, 404)`.
    public static func successful(or codes: Int...) -> StatusPolicy {
        StatusPolicy { $0.kind == .successful || codes.contains($0.code) }
    }

    /// Whether an answer of this status is made into a `Response`.
    public func accepts(_ status: HTTPStatus) -> Bool { isSuccess(status) }
}
