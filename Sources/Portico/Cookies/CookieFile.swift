#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
import Synchronization

/// Why a file of cookies could not be read or written. It names the file and the reason, and no cookie.
public struct CookieFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in one line: `'/home/ada/cookies.json': Permission denied`.
    public let description: String

    init(_ path: String, _ reason: String) { description = "'\(path)': \(reason)" }
}

/// The file of a jar: JSON, replaced as a whole, readable for its owner alone.
final class CookieFile: Sendable {
    /// Far more than a full jar needs.
    static let sizeLimit = 64 << 20

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
            throw CookieFileError(Redaction.standard.url(url.absoluteString), "not a file's URL")
        }
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        do throws(TransportError) {
            let reader = try FileReader(url)
            var data = Data()
            while let piece = try reader.read(upTo: 65536) {
                data.append(piece)
                if data.count > Self.sizeLimit { throw TransportError(.bodyTooLarge(limit: Self.sizeLimit)) }
            }
            guard let cookies = CookieRecord.cookies(in: data) else {
                throw TransportError(.other, "it holds no cookies")
            }
            return cookies
        } catch {
            throw CookieFileError(url.path, "\(error)")
        }
    }

    /// Writes the newest state, unless it was written already. Several writers wait for each other, so the newest is last.
    func write(_ newest: () -> (version: Int, cookies: [Cookie])) {
        state.withLock { state in
            let (version, cookies) = newest()
            guard version != state.version else { return }
            do throws(CookieFileError) {
                try replace(by: CookieRecord.data(of: cookies.filter { $0.expires != nil }))
                state = State(version: version)
            } catch {
                state.problem = error
            }
        }
    }

    private func replace(by data: Data) throws(CookieFileError) {
        let temporary = "\(url.path).\(UInt64.random(in: .min ... .max)).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CookieFileError(url.path, String(cString: strerror(errno))) }
        let isWritten = data.withUnsafeBytes { Self.write($0, to: descriptor) }
        guard isWritten, rename(temporary, url.path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary)
            throw CookieFileError(url.path, reason)
        }
    }

    /// Writes all of it and closes the file.
    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        defer { _ = close(descriptor) }
        var written = 0
        while written < bytes.count {
            #if canImport(Darwin)
            let count = Darwin.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            #elseif canImport(Musl)
            let count = Musl.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            #else
            let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            #endif
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
