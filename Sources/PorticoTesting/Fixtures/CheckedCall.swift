public import Portico
import Synchronization

/// A call that a ``FixtureCheck`` wants a fixture for: an endpoint's value, a router's case or a request.
public struct CheckedCall: Sendable, CustomStringConvertible {
    /// `ShowUser, GET /users/{id}`
    public let description: String
    private let method: String
    private let segments: [String]
    private let send: @Sendable (Client) async -> (any Error)?

    /// An endpoint's value.
    public static func call<Declared: Endpoint>(_ endpoint: Declared) -> CheckedCall { CheckedCall(Request(endpoint)) }

    /// A request of a factory.
    @_disfavoredOverload
    public static func call<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>
    ) -> CheckedCall {
        CheckedCall(request)
    }

    /// A router's case, with what its answer is decoded to.
    public static func call<Declared: Router, Response: Decodable & Sendable>(
        _ router: Declared, as type: Response.Type
    ) -> CheckedCall {
        CheckedCall(Request(router, mapping: ResponseMapping<Response>.decoded))
    }

    private init<Response: Sendable, Failure: Sendable>(_ request: Request<Response, Failure>) {
        let route = request.description.route
        description = "\(request.description.name), \(route)"
        let parts = route.split(separator: " ", maxSplits: 1)
        method = String(parts.first ?? "")
        let path = parts.count == 2 ? parts[1].prefix { $0 != "?" } : ""
        segments = path.split(separator: "/").map(String.init)
        send = { client in
            let result = await client.result(request, options: CallOptions(redirectPolicy: .refuse))
            guard case .failure(let error) = result else { return nil }
            // The body of a failure was decoded as well.
            if case .failure = error.reason { return nil }
            return error
        }
    }

    /// Why there is no fixture for it; nil where there is one.
    func probe(_ client: Client, _ folder: FixtureFolder) async -> FixtureError? {
        let probe = FixtureProbe(folder)
        let error = await send(client.withTransport(probe))
        switch probe.outcome {
        case .found: return nil
        case .missing(let missing): return missing
        case .notAsked:
            return FixtureError(description, lookedFor: [], reason: error.map { "\($0)" } ?? "nothing was sent")
        }
    }

    /// What is wrong with the answer that the client's transport gives to it; nil where nothing is.
    func decode(_ client: Client) async -> String? { await send(client).map { "\($0)" } }
}

extension CheckedCall {
    /// The calls that a file answers: those with the most exact route.
    static func nearest(
        to file: FixtureTree.ListedFile, of calls: [CheckedCall], below base: [String]
    ) -> [CheckedCall] {
        let matching = calls.compactMap { call -> (call: CheckedCall, exactness: Int)? in
            guard call.method == file.method || file.method == "GET" && call.method == "HEAD" else { return nil }
            let routes = [call.segments, base + call.segments]
            guard routes.contains(where: { fits($0[...], file.folders[...]) }) else { return nil }
            return (call, call.segments.count { FolderPattern($0) == nil })
        }
        let best = matching.map(\.exactness).max()
        return matching.filter { $0.exactness == best }.map(\.call)
    }

    /// Whether a folder may answer paths of a route, both segment by segment.
    private static func fits(_ route: ArraySlice<String>, _ folders: ArraySlice<String>) -> Bool {
        guard let segment = route.first, let folder = folders.first else { return route.isEmpty && folders.isEmpty }
        let (placeholder, pattern) = (FolderPattern(segment), FolderPattern(folder))
        if placeholder?.isManySegments == true || pattern?.isManySegments == true { return true }
        let isFitting: Bool
        switch (placeholder, pattern) {
        case (nil, nil):
            isFitting = FixtureEscaping.undone(segment) == FixtureEscaping.undone(folder)
        case (let placeholder?, nil): isFitting = placeholder.matches(FixtureEscaping.undone(folder) ?? folder)
        case (nil, let pattern?): isFitting = pattern.matches(FixtureEscaping.undone(segment) ?? segment)
        case (_?, _?): isFitting = true
        }
        return isFitting && fits(route.dropFirst(), folders.dropFirst())
    }
}

/// A transport that asks for a fixture, remembers whether there is one, and answers nothing.
private final class FixtureProbe: Transport {
    enum Outcome { case notAsked, found, missing(FixtureError) }

    private let folder: FixtureFolder
    private let state = Mutex(Outcome.notAsked)

    init(_ folder: FixtureFolder) { self.folder = folder }

    var capabilities: TransportCapabilities { .all }
    var outcome: Outcome { state.withLock { $0 } }

    func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        var outcome = Outcome.found
        do throws(FixtureError) {
            _ = try folder.fixture(for: request, below: options.context?.basePath ?? "")
        } catch {
            // One that is no good is found as a file.
            if error.isMissing { outcome = .missing(error) }
        }
        state.withLock { $0 = outcome }
        return HTTPResponse(status: .noContent)
    }
}
