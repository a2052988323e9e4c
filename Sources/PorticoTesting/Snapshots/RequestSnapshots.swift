#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico

/// Requests as text files: what an endpoint puts on the wire, to be reviewed once and compared ever after.
///
/// ```swift
/// @Test func `a search asks for what it says`() async throws {
///     let snapshots = RequestSnapshots(client: client)
///     try await snapshots.verify(ListRepos(org: "apple"))
/// }
/// ```
///
/// The file is `Snapshots/SearchTests/ListRepos.txt` beside the test's own:
///
/// ```
/// GET https://api.github.com/orgs/apple/repos
/// Accept: application/json
/// ```
///
/// A request that differs from its file, or has none, is an error with the difference, line by line. Files are written only
/// where `PORTICO_UPDATE_SNAPSHOTS=1` is in the environment, or ``isUpdating`` is set; and never on a machine for continuous
/// integration, which is one whose environment has `CI`: updating is an error there.
///
/// What is compared is the request before any middleware, with the values that the redaction hides hidden: no file holds a
/// secret by a name that is known. `Host` and what frames the message are the transport's; `User-Agent` is there where it is
/// the app's own.
public struct RequestSnapshots: Sendable {
    /// Where the files are.
    public let folder: URL
    /// Whether files are written instead of compared.
    public var isUpdating: Bool
    /// What is hidden: the usual names unless set.
    public var redaction = Redaction.standard

    private let client: Client
    private let isContinuousIntegration: Bool

    /// The largest body of a snapshot: 1 MiB.
    public static let bodyLimit = 1 << 20

    /// Snapshots in a folder.
    /// - Parameters:
    ///   - folder: where the files are. It is made where one is written.
    ///   - client: the client that would send the requests.
    ///   - environment: the process's environment unless given.
    public init(
        _ folder: URL, client: Client, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.folder = folder
        self.client = client
        isUpdating = Self.isSet("PORTICO_UPDATE_SNAPSHOTS", in: environment)
        isContinuousIntegration = Self.isSet("CI", in: environment)
    }

    /// Snapshots beside a file of tests, in a folder of its own: `Snapshots/SearchTests`.
    public init(client: Client, besides file: StaticString = #filePath) {
        let file = URL(fileURLWithPath: "\(file)")
        let name = file.deletingPathExtension().lastPathComponent
        self.init(file.deletingLastPathComponent().appending(path: "Snapshots/\(name)"), client: client)
    }

    private static func isSet(_ name: String, in environment: [String: String]) -> Bool {
        let value = environment[name] ?? ""
        return !["", "0", "false", "no"].contains(value.lowercased())
    }
}

extension RequestSnapshots {
    /// Compares an endpoint's request with its file.
    /// - Parameters:
    ///   - endpoint: the call.
    ///   - name: the file's name, without its extension; the endpoint's type unless given.
    /// - Throws: ``SnapshotError``.
    public func verify<Declared: Endpoint>(
        _ endpoint: Declared, named name: String? = nil
    ) async throws(SnapshotError) {
        try await verify(Request(endpoint), named: name ?? "\(Declared.self)")
    }

    /// Compares the request of a router's case with its file.
    public func verify<Declared: Router>(_ router: Declared, named name: String) async throws(SnapshotError) {
        try await verify(Request<Void, Declared.Failure>(declaring: router), named: name)
    }

    /// Compares a request with its file.
    @_disfavoredOverload
    public func verify<Response: Sendable, Failure: Sendable>(
        _ request: Request<Response, Failure>, named name: String
    ) async throws(SnapshotError) {
        let place = try place(of: name)
        let text: String
        do {
            text = try await SnapshotText.text(of: client.httpRequest(for: request), redaction)
        } catch {
            throw SnapshotError(.noRequest, place, "\(error)")
        }
        let kept = try kept(at: place)
        if kept == text { return }
        guard isUpdating else {
            guard let kept else {
                throw SnapshotError(.missing, place, LineDifference.text(from: [], to: text.lines))
            }
            throw SnapshotError(.different, place, LineDifference.text(from: kept.lines, to: text.lines))
        }
        guard !isContinuousIntegration else {
            throw SnapshotError(.notUpdated, place, LineDifference.text(from: kept?.lines ?? [], to: text.lines))
        }
        try write(text, to: place)
    }

    private func place(of name: String) throws(SnapshotError) -> URL {
        let isPlain =
            !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.isASCIIDigit || " -_.,()".unicodeScalars.contains($0)
            }
        guard isPlain else {
            throw SnapshotError(
                .unusableName, folder, "a snapshot is named by letters, digits and -_.,() and not '\(name)'")
        }
        return folder.appending(path: "\(name).txt")
    }

    /// The text of a file; nil where there is none. Git may have changed the ends of its lines.
    private func kept(at place: URL) throws(SnapshotError) -> String? {
        guard let stamp = FileStamp(place.path) else { return nil }
        guard stamp.kind == .file, stamp.size <= 4 * Self.bodyLimit, let data = try? Data(contentsOf: place),
            let text = String(validating: data, as: UTF8.self)
        else { throw SnapshotError(.unreadable, place, "it is no file of text in UTF-8 of up to 4 MiB") }
        return text.replacing("\r\n", with: "\n")
    }

    private func write(_ text: String, to place: URL) throws(SnapshotError) {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place, options: .atomic)
        } catch {
            throw SnapshotError(.notWritten, place, "\(error)")
        }
    }
}

extension String {
    fileprivate var lines: [Substring] {
        var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
