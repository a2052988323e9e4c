public import Foundation
public import Portico
import Synchronization
import SystemTransport

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a dispatcher's requests go through: one client, with the trust, the redirects and the challenges of a security
/// policy.
///
/// Its own state may be used from any thread. A subclass that adds none, or none that is not locked, may say
/// `@unchecked Sendable`.
open class ABNetworkServices {
    /// The server.
    public let environment: ABEnvironment
    /// Its time-outs, additional headers and number of connections are kept to.
    public let configuration: URLSessionConfiguration
    /// Where completions and progress handlers are called.
    public let delegateQueue: OperationQueue

    private let made = Mutex<Client?>(nil)

    /// Services of an environment.
    public init(environment: ABEnvironment, configuration: URLSessionConfiguration, delegateQueue: OperationQueue) {
        self.environment = environment
        // URLSession copies it as well: what changes later is nobody's.
        self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        self.delegateQueue = delegateQueue
    }

    /// Whom to trust, where redirects lead, and who answers challenges. Read once, at the first request.
    open var securityPolicy: any ABNetworkSecurityPolicy { ABSystemSecurityPolicy() }

    /// What takes the lines of a development environment's log, secrets hidden; standard error unless said otherwise.
    open var log: @Sendable (String) -> Void { LoggingMiddleware.standardError }

    /// Who carries the requests: URLSession on Apple's systems, libcurl elsewhere, unless said otherwise. Asked once,
    /// at the first request. One of your own has to keep to the trust that is asked for.
    open func makeTransport(tls: TLSPolicy) -> any Transport {
        SystemTransport.make(tls: tls, maximumConnectionsPerHost: max(1, configuration.httpMaximumConnectionsPerHost))
    }

    /// The client that sends what is not sent by a dispatcher, with all that a dispatcher's requests have: for the
    /// endpoints that have moved to `Portico`.
    public final var client: Client {
        if let client = made.withLock(\.self) { return client }
        // Of several that are made at once all use the first.
        let client = makeClient()
        return made.withLock { made in
            made = made ?? client
            return made ?? client
        }
    }

    private func makeClient() -> Client {
        let policy = securityPolicy
        var headers: [String: String] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] { headers["\(name)"] = "\(value)" }
        let environment = environment.environment(adding: headers)
        let host = HTTPRequest(url: URL(string: environment.baseURLText) ?? URL(fileURLWithPath: "/"))?.host
        let options = CallOptions(
            attemptTimeout: Duration(configuration.timeoutIntervalForRequest),
            totalTimeout: Duration(configuration.timeoutIntervalForResource),
            redirectPolicy: .ask { await policy.redirect($0) })
        return Client(environment: environment, transport: makeTransport(tls: TLSPolicy(policy, host: host)))
            .withOptions(options)
            .withLogging(nil, to: log)
            .withAuthenticator(ChallengeAuthenticator(policy), allowsPlainHTTP: true)
    }
}

extension Duration {
    /// A time-out in seconds, of which any number is one: what is beyond a century, or none, is a century.
    init(_ seconds: TimeInterval) {
        let century = 36_525.0 * 86_400
        self = .seconds(seconds.isFinite ? min(max(0, seconds), century) : century)
    }
}
