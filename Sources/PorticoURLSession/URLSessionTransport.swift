public import Portico

/// A transport over Foundation's URLSession: no library of its own, on Linux as on Apple's systems.
///
/// ```swift
/// let github = Client(environment: .gitHub, transport: .urlSession())
/// ```
///
/// No redirect is followed, and no cookie, cache or stored credential is used; deadlines go by the clock of the call.
///
/// ## What it lacks
/// All that is declared in ``capabilities``; a call that asks for it fails as `unsupported` before anything is sent, with an
/// error that names an alternative. Everywhere: `connectDeadline`, `streamedRequestBodies`, `repeatedFieldLines`,
/// `bodyOnGet`, `exactTargets` and `fieldOrder`. On Apple's systems also `addsNoFields`; on Linux also `closesOnCancel`,
/// `backPressure`, `timings`, `detectsCutEncodings`, `redirectBodies`, `skipsTrailers` and `survivesCutHeads`.
///
/// ## On Linux
/// Foundation there is a layer over libcurl with limits of its own:
/// - **Cancelling** ends the call at once. Its task has half a second to end by itself, then its connection is closed,
///   which Foundation does but does not promise. What is left of the task, about 12 KiB, is kept until Foundation's own
///   timer ends it: two seconds after the call's deadline, or after `longestSilence` for a streamed call and for one
///   without a deadline. When as many as `maximumAbandoned` are kept, calls wait for room, and fail as `transportBusy`
///   at their deadline.
/// - **Streamed answers** are held until they are read, so `bodyLimit` counts the bytes that are not read yet. Forms
///   and streams as request bodies are read to their end first, beyond 256 KiB into a temporary file without a name.
/// - **A kept connection** that turns out to be dead makes libcurl send the request again. One with a body is not sent
///   twice, and fails as `connectionLost`; one without, that is not idempotent, gets a connection of its own.
/// - **Fields** lose their order. Repeated ones leave and arrive joined by a comma, but `Set-Cookie` is taken apart
///   again; of those whose names differ in case alone, an answer may keep the last.
/// - **Proxies** that the environment names (`http_proxy`) would be used in silence. Such a call fails, unless
///   `usesProxyEnvironment` allows them.
/// - **URLs** go out byte for byte, or the call fails: one with dot segments, with characters that no URL has, or with
///   an address of IPv6.
/// - **Not to be helped from here**, since a server does it: a compressed body that ends early within a whole message is
///   not noticed (`detectsCutEncodings`); the body of a redirect without a usable `Location` is lost, which is an error
///   (`redirectBodies`); and up to Swift 6.3 Foundation ends the process when a server sends trailers (`skipsTrailers`), or
///   closes the connection within the head of its answer (`survivesCutHeads`). Where that matters, use another
///   transport. A body that unpacks to very much more ends at `bodyLimit`, but Foundation holds what it has unpacked
///   until it notices.
///
/// - **Trust** is the system's. A `TLSPolicy` that asks for more than TLS 1.2 and the system's authorities makes each call
///   fail: see `tls` of ``init(tls:maximumConnectionsPerHost:maximumAbandoned:longestSilence:usesProxyEnvironment:)``.
///
/// ## On Apple's systems
/// A `TLSPolicy` is kept when a connection is made; the rules of App Transport Security hold besides. URLSession adds its own
/// `User-Agent`, `Accept` and `Accept-Language` where a request has none.
public struct URLSessionTransport: Transport, DeadlineKeeping {
    private let core: TransportCore

    /// - Parameters:
    ///   - tls: whom the transport trusts. Apple's systems keep all of it, but for a client's certificate in PEM. On Linux
    ///     Foundation has nothing to keep it with: a policy with authorities of its own, pins, a client's certificate, TLS 1.3 as
    ///     the oldest version, or trust in any server makes each call fail as `TransportError.Kind.unsupported`, with nothing
    ///     sent. `CurlTransport` keeps them there.
    ///   - maximumConnectionsPerHost: how many exchanges with one host go on at once; the others wait for their turn,
    ///     up to their deadline. 256 unless said otherwise.
    ///   - maximumAbandoned: how many tasks may go on whose caller has left; 2,048 unless said otherwise.
    ///   - longestSilence: on Linux, how long a call without a deadline, or a streamed one, waits for the next byte; 5
    ///     minutes unless said otherwise, at least a second.
    ///   - usesProxyEnvironment: whether, on Linux, proxies that environment variables name may be used.
    public init(
        tls: TLSPolicy = TLSPolicy(),
        maximumConnectionsPerHost: Int = 256,
        maximumAbandoned: Int = 2048,
        longestSilence: Duration = .seconds(300),
        usesProxyEnvironment: Bool = false
    ) {
        core = TransportCore(
            tls: tls,
            maximumConnectionsPerHost: maximumConnectionsPerHost,
            maximumAbandoned: maximumAbandoned,
            longestSilence: longestSilence,
            proxies: usesProxyEnvironment ? nil : ProxyEnvironment.current
        )
    }

    public var capabilities: TransportCapabilities { TransportCore.capabilities }

    public func send(
        _ request: HTTPRequest, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        try core.check(request, options)
        return try await Exchange(request, options, core).answer().get()
    }
}

extension Transport where Self == URLSessionTransport {
    /// Foundation's URLSession: see ``URLSessionTransport``.
    public static func urlSession(
        tls: TLSPolicy = TLSPolicy(),
        maximumConnectionsPerHost: Int = 256,
        maximumAbandoned: Int = 2048,
        longestSilence: Duration = .seconds(300),
        usesProxyEnvironment: Bool = false
    ) -> Self {
        URLSessionTransport(
            tls: tls,
            maximumConnectionsPerHost: maximumConnectionsPerHost,
            maximumAbandoned: maximumAbandoned,
            longestSilence: longestSilence,
            usesProxyEnvironment: usesProxyEnvironment
        )
    }
}
