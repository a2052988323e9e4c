import Foundation
import Portico
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file opened for reading from any position; closed when the last reader has gone.
final class OpenFile: Sendable {
    private let descriptor: Int32
    let length: Int64

    /// Nil for what is no regular file, and so has no known length.
    /// - Throws: ``TransportError`` of kind ``TransportError/Kind/bodyFailed`` with the system's word for why.
    init?(_ url: URL) throws(TransportError) {
        guard url.isFileURL else {
            throw TransportError(.bodyFailed, "'\(url.absoluteString)' is not the URL of a file")
        }
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw TransportError(.bodyFailed, "the file '\(url.path)': \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            length = 0
            return nil
        }
        length = Int64(status.st_size)
    }

    /// Takes a descriptor over.
    init(descriptor: Int32, length: Int64) {
        self.descriptor = descriptor
        self.length = length
    }

    deinit { close(descriptor) }

    /// The number of bytes read: fewer than asked for only at the end of the file.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw TransportError(.bodyFailed, "a file of the body: \(String(cString: strerror(errno)))")
            }
        }
    }
}

/// A file that only its owner can read, and that has no name: whatever happens, it is gone when it is closed.
final class TemporaryFile {
    private var descriptor: Int32
    private var length: Int64 = 0

    init() throws(TransportError) {
        var path = Array((FileManager.default.temporaryDirectory.path + "/portico-XXXXXX").utf8CString)
        // Made with mode 0600, under a name that did not exist (POSIX, mkstemp).
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ data: Data) throws(TransportError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(length)) }
            if count >= 0 {
                length += Int64(count)
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw Self.failure()
            }
        }
    }

    /// The file to read from, which takes the descriptor over.
    func opened() -> OpenFile {
        defer { descriptor = -1 }
        return OpenFile(descriptor: descriptor, length: length)
    }

    private static func failure() -> TransportError {
        TransportError(.bodyFailed, "a temporary file for the body: \(String(cString: strerror(errno)))")
    }
}
