#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Why a file of cookies could not be read or written.
public struct CookieFileError: Error, Hashable, Sendable {
    /// The file.
    public let path: String
    /// What is wrong, as a clause that holds no cookie: often the system's word for it.
    public let message: String

    init(_ path: String, _ message: String) {
        self.path = path
        self.message = message
    }
}

extension CookieFileError: CustomStringConvertible {
    /// `the cookies in '/home/ada/cookies.json': Permission denied`
    public var description: String { "the cookies in '\(path)': \(message)" }
}

/// The file of a jar: the cookies that outlive the session, as JSON.
final class CookieFile: Sendable {
    /// Far more than a full jar needs.
    private static let sizeLimit = 64 << 20

    private let url: URL
    private let state = Mutex(State())

    private struct State {
        var version = 0
        var problem: CookieFileError?
    }

    init(url: URL) { self.url = url }

    var problem: CookieFileError? { state.withLock(\.problem) }

    /// The cookies in the file, in their order; none where there is no file.
    func read() throws(CookieFileError) -> [Cookie] {
        guard url.isFileURL else {
            throw CookieFileError(Redaction.standard.url(url.absoluteString), "it is the URL of no file")
        }
        let data: Data?
        do throws(FileProblem) {
            data = try file.read()
        } catch {
            throw CookieFileError(url.path, error.message)
        }
        guard let data else { return [] }
        guard let cookies = CookieRecord.cookies(in: data) else {
            throw CookieFileError(url.path, "it holds no cookies")
        }
        return cookies
    }

    /// Writes the newest cookies, unless they were written already. Several writers wait for each other, so the newest
    /// are last.
    func write(version: () -> Int, cookies: () -> [Cookie]) {
        state.withLock { state in
            // Read before the cookies: a change in between is written once more, and never missed.
            let version = version()
            guard version != state.version else { return }
            do throws(FileProblem) {
                try file.write(CookieRecord.data(of: cookies()))
                state = State(version: version)
            } catch {
                state.problem = CookieFileError(url.path, error.message)
            }
        }
    }

    private var file: PrivateFile {
        // A server that renews a cookie with each answer has the file written for each call.
        PrivateFile(path: url.path, sizeLimit: Self.sizeLimit, isSynchronized: false)
    }
}
