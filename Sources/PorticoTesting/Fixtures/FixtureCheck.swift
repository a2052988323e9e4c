#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// Compares a folder of fixtures with the endpoints that it is for, so that neither outgrows the other.
///
/// ```swift
/// @Test func `fixtures and endpoints fit`() async throws {
///     let findings = try await FixtureCheck(folder).findings(for: [
///         .call(ShowUser(id: 7)), .call(ListUsers()),
///     ])
///     #expect(findings.isEmpty)
/// }
/// ```
///
/// It finds endpoints without a fixture, fixtures without an endpoint, fixtures that are no good, and those that do not
/// decode into the `Response` of their endpoint, or for a status that is no success into its `Failure`. All files are looked
/// at: those for a query, of every scenario, and each of a sequence.
public struct FixtureCheck: Sendable {
    private let folder: FixtureFolder
    private let client: Client

    /// - Parameters:
    ///   - folder: the folder of fixtures.
    ///   - client: the client that the endpoints are meant for, whose decoder, style and base are used; one without any of
    ///     its own unless given. Nothing is sent by it.
    /// - Throws: `TransportError` where there is no such folder.
    public init(_ folder: URL, client: Client? = nil) throws(TransportError) {
        self.folder = try FixtureFolder(folder)
        let environment = APIEnvironment("fixtures", kind: .custom, baseURL: "https://fixtures.invalid")
        self.client = (client ?? Client(environment: environment, transport: Nowhere()))
            .withRetry(.never).withLogging(false)
    }

    /// What does not fit, endpoints in their order before files by their names; empty where everything does.
    public func findings(for calls: [CheckedCall]) async throws(FixtureError) -> [FixtureFinding] {
        var findings: [FixtureFinding] = []
        for call in calls {
            guard let error = await call.probe(client, folder) else { continue }
            let detail =
                error.lookedFor.isEmpty ? error.reason : "looked for " + error.lookedFor.joined(separator: ", ")
            findings.append(FixtureFinding(.noFixture, call.description, detail))
        }
        let basePath = client.environment.pathSegments
        for file in try files() {
            let owners = CheckedCall.nearest(to: file, of: calls, below: basePath)
            findings += await self.findings(in: file, of: owners)
        }
        return findings
    }

    private func files() throws(FixtureError) -> [FixtureTree.ListedFile] {
        do throws(FixtureProblem) { return try folder.allFiles() } catch { throw FixtureError("a check", error) }
    }

    private func findings(in file: FixtureTree.ListedFile, of owners: [CheckedCall]) async -> [FixtureFinding] {
        let fixture: Fixture
        switch file.content {
        case .misnamed: return [FixtureFinding(.invalid, file.path, "its name is none of a fixture's")]
        case .shadowed(let by): return [FixtureFinding(.invalid, file.path, "it never answers, for \(by) does")]
        case .entry(let entry):
            do throws(FixtureProblem) { fixture = try folder.read(entry) } catch {
                return [FixtureFinding(.invalid, error.file, error.reason)]
            }
        }
        guard !owners.isEmpty else {
            return [FixtureFinding(.noEndpoint, file.path, "no endpoint has this method and path")]
        }
        var findings: [FixtureFinding] = []
        for owner in owners {
            if let problem = await owner.decode(client.withTransport(StubTransport(.response(fixture.response)))) {
                findings.append(FixtureFinding(.undecodable, file.path, problem))
            }
        }
        return findings
    }
}

/// Something in which a folder of fixtures and its endpoints do not fit: see ``FixtureCheck``.
public struct FixtureFinding: Hashable, Sendable {
    /// What does not fit.
    public enum Kind: Hashable, Sendable {
        /// An endpoint without a fixture.
        case noFixture
        /// A fixture without an endpoint.
        case noEndpoint
        /// A file that is no good, or never answers.
        case invalid
        /// A fixture that is not what its endpoint says.
        case undecodable
    }

    /// What does not fit, for code that decides by it.
    public let kind: Kind
    /// The endpoint, `ShowUser, GET /users/{id}`, or the file, from the folder on.
    public let subject: String
    /// What is wrong, or which files were looked for.
    public let detail: String

    init(_ kind: Kind, _ subject: String, _ detail: String) {
        self.kind = kind
        self.subject = subject
        self.detail = detail
    }
}

extension FixtureFinding: CustomStringConvertible {
    /// `ShowUser, GET /users/{id}: no fixture; looked for users/7/GET.json, users/{id}/GET.json`
    public var description: String {
        kind == .noFixture ? "\(subject): no fixture; \(detail)" : "\(subject): \(detail)"
    }
}

extension APIEnvironment {
    /// The segments of the base's path.
    fileprivate var pathSegments: [String] {
        URL(string: baseURLText).map { $0.path.split(separator: "/").map(String.init) } ?? []
    }
}
