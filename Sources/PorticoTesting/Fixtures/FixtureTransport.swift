#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// A transport that answers from files: one JSON file an endpoint, before there is a server.
///
/// ```
/// Fixtures/users/GET.json                 GET /users
/// Fixtures/users/POST.201.json            POST /users, with the status 201
/// Fixtures/users/{id}/GET.json            GET /users/7
/// Fixtures/users/me/GET.json              GET /users/me: an exact name wins
/// Fixtures/users/GET,page=2.json          GET /users?page=2
/// Fixtures/users/GET@empty.json           GET /users, in the scenario `empty`
/// Fixtures/jobs/{id}/GET.1.202.json       GET /jobs/7, the first time
/// Fixtures/users/POST.head.json           {"fields": {"Location": "/users/8"}, "delay": "250ms"}
/// ```
/// ```swift
/// let client = Client(environment: .production, transport: try FixtureTransport(folder))
/// let user = try await client.send(ShowUser(id: 7))
/// ```
///
/// <doc:StartingBeforeTheAPI> tells the whole convention. In front of another transport it answers what it has a file for,
/// and passes everything else on, so an API goes live one endpoint at a time:
///
/// ```swift
/// let transport = try FixtureTransport(folder, otherwise: .curl())
/// ```
///
/// It keeps the contract of `Transport` as a ``StubTransport`` does. A request without a fixture fails with an error that
/// lists the files that were looked for, in order, and one whose fixture is no good with an error that says why; what
/// underlies either is a ``FixtureError``. Files that change are seen with the next request.
public struct FixtureTransport: Transport, DeadlineKeeping {
    private enum Source: Sendable {
        case folder(FixtureFolder)
        case mapper(FixtureMapper)
    }

    private let source: Source
    private let live: (any Transport)?
    private let exchange = InProcessExchange()

    /// A transport that answers from a folder.
    ///
    /// A bundle's folder of resources is one as well: `Bundle.module.url(forResource: "Fixtures", withExtension: nil)`.
    /// - Parameters:
    ///   - folder: the folder, which is laid out as the paths that it answers. What the environment's base has for a path
    ///     of its own may be left out.
    ///   - scenario: whose files win over those of no scenario; nil for these alone.
    ///   - live: who sends what has no file; nil for an error.
    /// - Throws: `TransportError` where there is no such folder.
    public init(
        _ folder: URL, scenario: String? = nil, otherwise live: (any Transport)? = nil
    ) throws(TransportError) {
        self.init(try FixtureFolder(folder, scenario: scenario), otherwise: live)
    }

    package init(_ folder: FixtureFolder, otherwise live: (any Transport)? = nil) {
        source = .folder(folder)
        self.live = live
    }

    /// A transport that answers from the files that a mapper names.
    ///
    /// ```swift
    /// let transport = FixtureTransport { call in
    ///     switch call.endpoint {
    ///     case is ListUsers: folder.appending(path: "all-users.json")
    ///     case let endpoint as ShowUser: folder.appending(path: "user-\(endpoint.id).json")
    ///     default: nil
    ///     }
    /// }
    /// ```
    ///
    /// A file's name is what you like; its extension says what it is, and a status before that, `user.404.json`, which
    /// status it has. Its sidecar is `user.head.json`.
    /// - Parameters:
    ///   - live: who sends what the mapper names no file for, or one that is not there; nil for an error.
    ///   - file: names the file of a request, nil for none. It is called for each request, many at once.
    public init(
        otherwise live: (any Transport)? = nil, _ file: @escaping @Sendable (FixtureCall) -> URL?
    ) {
        source = .mapper(FixtureMapper(file: file))
        self.live = live
    }

    /// Those of the transport behind it; everything where there is none.
    public var capabilities: TransportCapabilities { live?.capabilities ?? .all }

    package var keepsDeadlines: Bool {
        guard let live else { return true }
        return (live as? any DeadlineKeeping)?.keepsDeadlines == true
    }

    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        let fixture: Fixture
        do throws(FixtureError) {
            fixture = try self.fixture(for: request, options.context)
        } catch {
            if let live, error.isMissing { return try await live.send(request, options) }
            throw TransportError(.other, "\(error)", underlying: error)
        }
        return try await exchange.send(request, options) { _ in StubAnswer(fixture) }
    }

    private func fixture(
        for request: HTTPRequest, _ context: CallContext?
    ) throws(FixtureError) -> Fixture {
        switch source {
        case .mapper(let mapper): try mapper.fixture(for: FixtureCall(request, context))
        case .folder(let folder): try folder.fixture(for: request, below: context?.basePath ?? "")
        }
    }
}

extension FixtureFolder {
    /// The answer to a request: the path is looked for without that of the base first.
    func fixture(for request: HTTPRequest, below base: String) throws(FixtureError) -> Fixture {
        guard !base.isEmpty, request.path.hasPrefix(base), request.path.dropFirst(base.count).hasPrefix("/") else {
            return try fixture(for: request.method, request.path)
        }
        do throws(FixtureError) {
            return try fixture(for: request.method, String(request.path.dropFirst(base.count)))
        } catch {
            guard error.isMissing else { throw error }
            return try fixture(for: request.method, request.path, after: error.lookedFor)
        }
    }

    private func fixture(
        for method: HTTPMethod, _ target: String, after lookedFor: [String]
    ) throws(FixtureError) -> Fixture {
        do throws(FixtureError) { return try fixture(for: method, target) } catch {
            guard error.isMissing else { throw error }
            let all = (lookedFor + error.lookedFor).prefix(FixtureTree.LookedFor.limit)
            throw FixtureError(error.request, lookedFor: Array(all))
        }
    }
}

extension StubAnswer {
    init(_ fixture: Fixture) {
        let answer = StubAnswer.response(fixture.response)
        self = fixture.delay.map { answer.delayed(by: $0) } ?? answer
    }
}
