/// What is asked of one call. What is nil is decided by the endpoint, then by the client. A negative time is none at
/// all, and one beyond a century is a century.
///
/// ```swift
/// try await client.send(Report(id: 7), options: CallOptions(totalTimeout: .seconds(90), bodyLimit: 256 << 20))
/// ```
public struct CallOptions: Sendable {
    /// Nil where everything is left open, as in most calls. In a box, for options are handed on several times in a call.
    private var asked: Asked?

    private final class Asked: Sendable {
        let values: Values

        init(_ values: Values) { self.values = values }
    }

    private struct Values: Sendable {
        var connectTimeout: Duration?
        var attemptTimeout: Duration?
        var totalTimeout: Duration?
        var bodyLimit: Int?
        var statusPolicy: StatusPolicy?
        var retry: RetryPolicy?
        var authenticator: AuthenticatorChoice?
        var redirectPolicy: RedirectPolicy?
        var fields: HTTPFields = [:]
    }

    /// Options that leave everything open.
    public init() {}

    private init(_ values: Values) { asked = Asked(values) }

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
        self.init(
            Values(
                connectTimeout: connectTimeout, attemptTimeout: attemptTimeout, totalTimeout: totalTimeout,
                bodyLimit: bodyLimit, statusPolicy: statusPolicy, retry: retry, authenticator: authenticator,
                redirectPolicy: redirectPolicy, fields: fields))
    }

    private mutating func change(_ change: (inout Values) -> Void) {
        var values = asked?.values ?? Values()
        change(&values)
        asked = Asked(values)
    }
}

extension CallOptions {
    /// From the start of an attempt until its connection stands; no limit of its own unless set.
    public var connectTimeout: Duration? {
        get { asked?.values.connectTimeout }
        set { change { $0.connectTimeout = newValue } }
    }
    /// From the start of an attempt until its answer is complete or, streamed, until its head is; a client's is 60
    /// seconds.
    public var attemptTimeout: Duration? {
        get { asked?.values.attemptTimeout }
        set { change { $0.attemptTimeout = newValue } }
    }
    /// From the start of the call, over all attempts; no limit of its own unless set.
    public var totalTimeout: Duration? {
        get { asked?.values.totalTimeout }
        set { change { $0.totalTimeout = newValue } }
    }
    /// The most bytes of an answer, content encodings undone; a client's is 64 MiB.
    public var bodyLimit: Int? {
        get { asked?.values.bodyLimit }
        set { change { $0.bodyLimit = newValue } }
    }
    /// Which statuses are successes; a client's are 200 to 299.
    public var statusPolicy: StatusPolicy? {
        get { asked?.values.statusPolicy }
        set { change { $0.statusPolicy = newValue } }
    }
    /// What is sent again, and when; nothing unless set.
    public var retry: RetryPolicy? {
        get { asked?.values.retry }
        set { change { $0.retry = newValue } }
    }
    /// Which of the client's authenticators is used; a client's is the one that it holds under no name of its own.
    public var authenticator: AuthenticatorChoice? {
        get { asked?.values.authenticator }
        set { change { $0.authenticator = newValue } }
    }
    /// Where redirects lead; a client's are followed.
    public var redirectPolicy: RedirectPolicy? {
        get { asked?.values.redirectPolicy }
        set { change { $0.redirectPolicy = newValue } }
    }
    /// Fields beside those that the endpoint binds, in place of those of the same name. A client's give way to them,
    /// and go to the origin of the client's environment only.
    public var fields: HTTPFields {
        get { asked?.values.fields ?? HTTPFields() }
        set { change { $0.fields = newValue } }
    }
}

extension CallOptions {
    /// Options that leave everything open.
    static let none = CallOptions()

    /// Whether nothing is asked for.
    var isEmpty: Bool { asked == nil }

    /// Whether anything may be sent again, without a copy of what and when.
    var retries: Bool { if case .some = asked?.values.retry { true } else { false } }

    /// The same, without durations that no clock can add to its time.
    var withTimeLimits: CallOptions {
        guard var values = asked?.values else { return self }
        values.connectTimeout = values.connectTimeout?.asTimeLimit
        values.attemptTimeout = values.attemptTimeout?.asTimeLimit
        values.totalTimeout = values.totalTimeout?.asTimeLimit
        return CallOptions(values)
    }

    /// These options, and for what they leave open those of `outer`.
    func over(_ outer: CallOptions) -> CallOptions {
        guard var values = asked?.values else { return outer }
        guard let outer = outer.asked?.values else { return self }
        values.connectTimeout = values.connectTimeout ?? outer.connectTimeout
        values.attemptTimeout = values.attemptTimeout ?? outer.attemptTimeout
        values.totalTimeout = values.totalTimeout ?? outer.totalTimeout
        values.bodyLimit = values.bodyLimit ?? outer.bodyLimit
        values.statusPolicy = values.statusPolicy ?? outer.statusPolicy
        values.retry = values.retry ?? outer.retry
        values.authenticator = values.authenticator ?? outer.authenticator
        values.redirectPolicy = values.redirectPolicy ?? outer.redirectPolicy
        values.fields.appendDefaults(outer.fields)
        return CallOptions(values)
    }
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
