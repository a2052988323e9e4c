#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A small file that only its owner may read (mode 0600), and that is replaced as a whole: whoever reads it finds the
/// old bytes or the new.
package struct PrivateFile: Sendable {
    package let path: String
    /// The most bytes that are read.
    let sizeLimit: Int
    /// Whether a write returns only once the bytes are on the disk, which takes milliseconds: for what cannot be got
    /// again.
    var isSynchronized = true

    package init(path: String, sizeLimit: Int, isSynchronized: Bool = true) {
        self.path = path
        self.sizeLimit = sizeLimit
        self.isSynchronized = isSynchronized
    }

    /// What is in the file; nil where there is none.
    package func read() throws(FileProblem) -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileProblem.last
        }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileProblem.last }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileProblem(message: "it is no regular file") }
        guard status.st_size <= sizeLimit else {
            throw FileProblem(message: "it is larger than \(sizeLimit) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let read = bytes[count...].withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw FileProblem.last }
            guard read > 0 else { break }
            count += read
        }
        return Data(bytes.prefix(count))
    }

    /// Puts these bytes in the place of those before.
    func write(_ data: Data) throws(FileProblem) {
        let temporary = "\(path).\(UInt64.random(in: .min ... .max)).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileProblem.last }
        do throws(FileProblem) {
            try write(data, to: descriptor)
        } catch {
            _ = close(descriptor)
            _ = unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let problem = FileProblem.last
            _ = unlink(temporary)
            throw problem
        }
    }

    func remove() throws(FileProblem) {
        guard unlink(path) == 0 || errno == ENOENT else { throw FileProblem.last }
    }

    private func write(_ data: Data, to descriptor: Int32) throws(FileProblem) {
        // Whatever the mask of the process takes away or leaves.
        guard fchmod(descriptor, 0o600) == 0 else { throw FileProblem.last }
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileProblem.last }
            rest = rest.dropFirst(written)
        }
        guard !isSynchronized || fsync(descriptor) == 0 else { throw FileProblem.last }
    }
}

/// What the system says of a file, in its words.
package struct FileProblem: Error {
    package let message: String

    static var last: FileProblem { FileProblem(message: String(cString: strerror(errno))) }
}
