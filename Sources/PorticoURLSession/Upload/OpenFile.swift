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
    let path: String
    /// Whether the file goes with this.
    private let isTemporary: Bool

    /// Nil for what is no regular file, and so has no known length.
    /// - Throws: `TransportError` of kind `TransportError.Kind.bodyFailed` with the system's word for why.
    init?(_ url: URL) throws(TransportError) {
        guard url.isFileURL else {
            throw TransportError(.bodyFailed, "'\(url.absoluteString)' is not the URL of a file")
        }
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw TransportError(.bodyFailed, "the file '\(url.path)': \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
        path = url.path
        isTemporary = false
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            length = 0
            return nil
        }
        length = Int64(status.st_size)
    }

    /// Takes over a temporary file.
    fileprivate init(descriptor: Int32, length: Int64, path: String) {
        self.descriptor = descriptor
        self.length = length
        self.path = path
        isTemporary = true
    }

    deinit {
        close(descriptor)
        if isTemporary { TemporaryFile.remove(path) }
    }

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

/// A file that only its owner can read, and that goes when it is closed.
///
/// Where it is read through its descriptor it loses its name at once, so that nothing is left even of a process that
/// dies.
final class TemporaryFile {
    private var descriptor: Int32
    private var length: Int64 = 0
    private let path: String

    init() throws(TransportError) {
        var name = Array((FileManager.default.temporaryDirectory.path + "/portico-XXXXXX").utf8CString)
        // Made with mode 0600, under a name that did not exist (POSIX, mkstemp).
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw Self.failure() }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if !canImport(Darwin)
        unlink(path)
        #endif
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        Self.remove(path)
    }

    fileprivate static func remove(_ path: String) {
        #if canImport(Darwin)
        unlink(path)
        #endif
    }

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

    /// The file to read from, which takes this one over.
    func opened() -> OpenFile {
        defer { descriptor = -1 }
        return OpenFile(descriptor: descriptor, length: length, path: path)
    }

    private static func failure() -> TransportError {
        TransportError(.bodyFailed, "a temporary file for the body: \(String(cString: strerror(errno)))")
    }
}
