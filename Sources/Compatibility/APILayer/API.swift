public import Foundation
public import Portico
import PorticoTesting
import Synchronization
import SystemTransport
import UntypedValues

/// An app's way to its API: class methods only, which may be called, and whose settings may be set, from any thread.
///
/// ```swift
/// API.parameterMapper = Mapper()
/// API.mocker = MockFolder(.main)         // nil to go live
///
/// API.request(Router.getOffice(officeName: "berlin")) { (result: Result<Office, any Error>) in
///     …
/// }
/// ```
///
/// A request uses the settings of the moment when it begins. Its completion is called once, on ``completionQueue``.
public final class API: Sendable {
    private init() {}

    private struct Settings: Sendable {
        var mocker: (any MockProtocol)?
        var mapper = Shared(ParameterMapper())
        var delegate: (any TokenRefreshDelegate)?
        var transport: any Transport = SystemTransport.shared
        var queue = DispatchQueue.main
    }

    /// A mapper of a user's, which is asked from any thread: that is its contract, and its own state is locked.
    private struct Shared: @unchecked Sendable {
        let mapper: ParameterMapper

        init(_ mapper: ParameterMapper) { self.mapper = mapper }
    }

    private static let settings = Mutex(Settings())
}

// MARK: Settings

extension API {
    /// Where the answers are while there is no server; nil, as it is at first, goes live.
    public static var mocker: (any MockProtocol)? {
        get { settings.withLock(\.mocker) }
        set { settings.withLock { $0.mocker = newValue } }
    }

    /// Says which parameters and fields requests have, and extracts values from answers.
    public static var parameterMapper: ParameterMapper {
        get { settings.withLock(\.mapper).mapper }
        set {
            let shared = Shared(newValue)
            settings.withLock { $0.mapper = shared }
        }
    }

    /// Who gets a new token when the old one has ended; nil, as it is at first, for nobody.
    public static var tokenRefreshDelegate: (any TokenRefreshDelegate)? {
        get { settings.withLock(\.delegate) }
        set { settings.withLock { $0.delegate = newValue } }
    }

    /// Who carries the requests: URLSession on Apple's systems and libcurl elsewhere, unless set.
    public static var transport: any Transport {
        get { settings.withLock(\.transport) }
        set { settings.withLock { $0.transport = newValue } }
    }

    /// Where completions are called, and objects made; the main queue unless set.
    public static var completionQueue: DispatchQueue {
        get { settings.withLock(\.queue) }
        set { settings.withLock { $0.queue = newValue } }
    }
}

// MARK: Requests

extension API {
    /// Sends a router's request, and makes what is inferred of the answer: an object, an array of them, a dictionary,
    /// or any other ``RepresentedValue``.
    ///
    /// Every status from 200 to 299 is a success, and all else a failure, whatever the body is. Where the token has
    /// ended, the request waits for a new one, and goes out once more; an upload as well.
    /// - Parameters:
    ///   - router: the call.
    ///   - completion: called once, with an error of `Portico` (`CallError<ErrorBody>`), a ``RepresentationError``, or
    ///     a `CancellationError`.
    /// - Returns: the call under way, to cancel it. Its completion is called all the same.
    @preconcurrency @discardableResult
    public static func request<Value: RepresentedValue>(
        _ router: any RouterProtocol, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Call<JSONValue?, ErrorBody> {
        start(router) { result in
            completion(
                result.flatMap { json in
                    var error: (any Error)?
                    let value = Value.value(of: json?.foundationObject, by: parameterMapper, error: &error)
                    return error.map { .failure($0) } ?? .success(value)
                })
        }
    }

    /// Sends a router's request, and gives the JSON of the answer as it is; nil where there is none.
    @preconcurrency @discardableResult
    public static func request(
        _ router: any RouterProtocol, completion: @escaping @Sendable (Result<Any?, any Error>) -> Void
    ) -> Call<JSONValue?, ErrorBody> {
        start(router) { result in completion(result.map { $0?.foundationObject }) }
    }

    /// Sends a router's request whose answer is of no interest.
    @discardableResult
    public static func request(_ router: any RouterProtocol) -> Call<JSONValue?, ErrorBody> { start(router) { _ in } }

    /// Has the token refreshed now, for all the requests that come. Where a refresh is under way, it is that one.
    /// - Parameter completion: called once, with whether the token is there.
    @preconcurrency
    public static func tokenRefresh(completion: (@Sendable (_ success: Bool) -> Void)? = nil) {
        let queue = completionQueue
        Task {
            let isThere = (try? await TokenRefresh.refresher.refresh()) != nil
            if let completion { queue.async { completion(isThere) } }
        }
    }

    private static func start(
        _ router: any RouterProtocol, _ completion: @escaping @Sendable (Result<JSONValue?, any Error>) -> Void
    ) -> Call<JSONValue?, ErrorBody> {
        let settings = settings.withLock(\.self)
        let queue = settings.queue
        let request = Request(router, parameters: settings.mapper.mapper.parametersForRouter(router: router))
        return client(for: router, settings).call(request)
            .onSuccess { json in queue.async { completion(.success(json)) } }
            .onFailure { error in queue.async { completion(.failure(error)) } }
            .onCancel { queue.async { completion(.failure(CancellationError())) } }
            .start()
    }

    private static func client(for router: any RouterProtocol, _ settings: Settings) -> Client {
        let mapper = settings.mapper
        let headers = mapper.mapper.headersForRouter(router: router)
        let authenticator = RouterAuthenticator(delegate: settings.delegate, fieldNames: Array(headers.keys)) {
            mapper.mapper.headersForRouter(router: router)
        }
        let transport = settings.mocker?.file(for: router).map { file in FixtureTransport { _ in file } }
        let isProof = settings.delegate != nil || headers.keys.contains { $0.lowercased() == "authorization" }
        return Client(
            environment: APIEnvironment("API", baseURL: router.baseURLString),
            transport: transport ?? settings.transport
        )
        .withStyle(ParameterStyle(arrays: .brackets, nesting: .brackets, booleans: .digits))
        .withAuthenticator(authenticator, allowsPlainHTTP: !isProof)
    }
}
