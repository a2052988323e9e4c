#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What tells that a file or a folder has changed: asked of the file system in about a microsecond.
package struct FileStamp: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case file, folder, other }

    package let kind: Kind
    package let size: Int64
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// Nil where there is nothing.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        size = Int64(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        #if canImport(Darwin)
        let modified = status.st_mtimespec
        #else
        let modified = status.st_mtim
        #endif
        seconds = Int64(modified.tv_sec)
        nanoseconds = Int64(modified.tv_nsec)
    }

    /// Whether a later change is sure to show. File systems count in steps of up to two seconds, so what was changed just
    /// now may change again without a trace.
    package var isSettled: Bool {
        var now = timespec()
        guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return false }
        return Int64(now.tv_sec) - seconds > 2
    }
}
