#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that is written from its beginning to its end, and is nobody else's meanwhile.
///
/// It is locked as long as it is open, for other processes too. Its methods are called by one task at a time.
final class OutputFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let isClosed = Atomic(false)

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { shut() }

    /// Opens the file, or makes it.
    /// - Returns: nil where another download has it, or where it is none that this process may take for its own.
    static func open(_ path: String) throws(FileError) -> OutputFile? {
        // A second look is due where the file was put in place, or taken away, between the look and the lock.
        for _ in 0..<4 {
            guard let descriptor = try descriptor(of: path) else { return nil }
            let file = OutputFile(path: path, descriptor: descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
            switch file.standing {
            case .own: return file
            case .foreign: return nil
            case .elsewhere: continue
            case .alsoInPlace: unlink(path)
            }
        }
        return nil
    }

    /// Nil for a symbolic link, which is nobody's to follow.
    private static func descriptor(of path: String) throws(FileError) -> Int32? {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = systemOpen(path, flags, 0o666)
        if descriptor >= 0 { return descriptor }
        guard errno == ELOOP else { throw .system(path) }
        return nil
    }

    private enum Standing {
        /// The path names it, and nothing else does.
        case own
        /// No regular file, or another user's.
        case foreign
        /// The path names another file by now, or none: whoever had the lock before has put it in place.
        case elsewhere
        /// A process ended while it put the file in place, which so must not be written to.
        case alsoInPlace
    }

    /// To be asked under the lock.
    private var standing: Standing {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
            opened.st_dev == named.st_dev
        else { return .elsewhere }
        guard opened.st_mode & S_IFMT == S_IFREG, opened.st_uid == geteuid() else { return .foreign }
        return opened.st_nlink == 1 ? .own : .alsoInPlace
    }

    /// The number of bytes in it.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Cuts off what follows, and writes on from there.
    func truncate(to size: Int64) throws(FileError) {
        guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, off_t(size), SEEK_SET) >= 0 else {
            throw .system(path)
        }
    }

    func append(_ data: Data) throws(FileError) {
        let problem: Int32? = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
            }
            return nil
        }
        if let problem { throw .system(path, problem) }
    }

    /// Up to `count` bytes from a place; none at the end.
    func bytes(at offset: Int64, upTo count: Int) throws(FileError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        while true {
            let length = pread(descriptor, &buffer, count, off_t(offset))
            if length >= 0 { return Array(buffer.prefix(length)) }
            guard errno == EINTR else { throw .system(path) }
        }
    }

    /// Gives the file another name, in place of a file that has it.
    func replace(_ target: String) throws(FileError) {
        guard rename(path, target) == 0 else { throw .system(target) }
    }

    /// Gives the file another name, unless there is a file that has it.
    /// - Returns: whether there was none.
    func move(to target: String) throws(FileError) -> Bool {
        if link(path, target) == 0 {
            unlink(path)
            return true
        }
        switch errno {
        case EEXIST: return false
        // A file system without links: then the last moment is all there is.
        case EPERM, ENOTSUP, ENOSYS, EOPNOTSUPP:
            guard !Self.exists(target) else { return false }
            try replace(target)
            return true
        default: throw .system(target)
        }
    }

    /// Lets the file go. Others may have it then.
    func shut() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        close(descriptor)
    }

    /// Whether there is anything of this name, a link to nowhere too.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether there is a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func remove(_ path: String) { unlink(path) }
}

extension FileError {
    /// What the system said last.
    static func system(_ path: String, _ code: Int32 = errno) -> FileError {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT: .noSpace
            case EACCES, EPERM, EROFS: .permissionDenied
            case ENOENT, ENOTDIR: .noSuchFolder
            default: .other
            }
        return FileError(kind, path, String(cString: strerror(code)))
    }
}
