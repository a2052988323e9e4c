import ABNetworkKit
import Foundation
import Portico
import Synchronization
import Testing

/// The reports of one download.
private final class Reports: Sendable {
    private let all = Mutex<[(part: Float, words: String)]>([])

    var parts: [Float] { all.withLock { $0.map(\.part) } }
    var words: [String] { all.withLock { $0.map(\.words) } }

    func add(_ part: Float, _ words: String) { all.withLock { $0.append((part, words)) } }
}

@Suite(.needsHTTPBin) struct DownloadTests {
    private let dispatcher: SendableDispatcher

    init() throws {
        dispatcher = SendableDispatcher(
            environment: ABEnvironment(host: try #require(Servers.httpbin), type: .production))
    }

    private func download(_ size: Int, as name: String, _ reports: Reports) async throws -> URL {
        let ask = Ask(
            path: "/range/\(size)", actionType: .download(withProgressHandler: { reports.add($0, $1) }),
            responseType: .file(nameWithExtension: name))
        guard case .file(let location?, 200) = try await dispatcher.outcome(of: ask) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return location
    }

    @Test func `an archive keeps its name`() async throws {
        let reports = Reports()

        let file = try await download(4096, as: "archive.tar.gz", reports)

        #expect(file.lastPathComponent == "archive.tar.gz")
        #expect(try Data(contentsOf: file).count == 4096)
        #expect(reports.parts.last == 1)
        #expect(reports.parts == reports.parts.sorted())
        #expect(reports.words.last == "4096 of 4096 bytes")
    }

    @Test func `two at once of one name share neither file nor handler`() async throws {
        let (first, second) = (Reports(), Reports())

        async let small = download(100, as: "archive.tar.gz", first)
        async let large = download(100_000, as: "archive.tar.gz", second)
        let files = try await (small, large)

        #expect(files.0 != files.1)
        #expect(try Data(contentsOf: files.0).count == 100)
        #expect(try Data(contentsOf: files.1).count == 100_000)
        #expect(first.words.allSatisfy { $0.hasSuffix("of 100 bytes") })
        #expect(second.words.allSatisfy { $0.hasSuffix("of 100000 bytes") })
    }

    @Test(arguments: [
        ("../../evil.sh", "evil.sh"), ("/etc/passwd", "passwd"), (".bashrc", "bashrc"), ("a\\b.txt", "b.txt"),
    ])
    func `no name leads out of the download's own folder`(name: String, kept: String) async throws {
        let file = try await download(10, as: name, Reports())

        #expect(file.lastPathComponent == kept)
        #expect(file.deletingLastPathComponent().lastPathComponent.hasPrefix("ABNetworkKit-"))
        #expect(file.path.hasPrefix(FileManager.default.temporaryDirectory.path))
    }

    @Test func `a name of which nothing is left is the server's to give`() async throws {
        #expect(try await download(10, as: "..", Reports()).lastPathComponent == "10")
    }

    @Test func `a download that fails leaves nothing`() async throws {
        let name = "\(UUID().uuidString).bin"
        let ask = Ask(
            path: "/status/500", actionType: .download(withProgressHandler: nil),
            responseType: .file(nameWithExtension: name))

        let outcome = try await dispatcher.outcome(of: ask)

        #expect(outcome.status == 500)
        #expect(outcome.error is CallError<ErrorBody>)
    }
}
