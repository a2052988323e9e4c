import Portico
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

/// A file that a request's body is read from, opened for libcurl's loop, which closes it.
struct RequestFile {
    let descriptor: Int32
    let length: Int64

    /// - Throws: `TransportError` of kind `TransportError.Kind.bodyFailed` with the system's word for why.
    init(_ url: URL) throws(TransportError) {
        guard url.isFileURL else {
            throw TransportError(.bodyFailed, "'\(url.absoluteString)' is not the URL of a file")
        }
        // Without blocking, or a named pipe that nobody writes to would hold the thread.
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(url, String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Self.failure(url, "not a regular file")
        }
        length = Int64(status.st_size)
    }

    private static func failure(_ url: URL, _ reason: String) -> TransportError {
        TransportError(.bodyFailed, "the file '\(url.path)': \(reason)")
    }
}
