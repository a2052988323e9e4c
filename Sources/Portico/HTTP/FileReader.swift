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

/// A file that is read piece by piece, closed when the reader goes.
final class FileReader {
    private let descriptor: Int32

    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyFailed`` with the system's word for why.
    init(_ url: URL) throws(TransportError) {
        guard url.isFileURL else {
            let text = Redaction.standard.url(url.absoluteString)
            throw TransportError(.bodyFailed, "'\(text)' is not the URL of a file")
        }
        // Without blocking, or a named pipe that nobody writes to would hold the thread.
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(url, Self.systemMessage()) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Self.failure(url, "not a regular file")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Up to `count` bytes, nil at the end.
    func read(upTo count: Int) throws(TransportError) -> Data? {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let length = systemRead(descriptor, &buffer, count)
            if length > 0 { return Data(buffer[..<length]) }
            if length == 0 { return nil }
            guard errno == EINTR else {
                throw TransportError(.bodyFailed, "a file of the body: \(Self.systemMessage())")
            }
        }
    }

    /// The size of a regular file in bytes; nil for anything else, and for what is not there.
    static func size(of url: URL) -> Int64? {
        var status = stat()
        guard url.isFileURL, stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    private static func failure(_ url: URL, _ reason: String) -> TransportError {
        TransportError(.bodyFailed, "the file '\(url.path)': \(reason)")
    }

    private static func systemMessage() -> String { String(cString: strerror(errno)) }
}
