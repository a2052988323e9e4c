import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program that was started, with its standard streams. Foundation's `Process` crashes now and then, on Linux, where
/// many are started while other threads open and close files.
final class ChildProcess: Sendable {
    /// Nil once it has ended, for its number may be another's then.
    private let identifier: Mutex<pid_t?>
    /// That of a program that a signal ended is the signal's number, less than zero.
    let code: AsyncStream<Int32>

    /// - Parameter streams: what it has as standard input, output and error.
    init(_ path: URL, _ arguments: [String], _ environment: [String: String], streams: [FileHandle]) throws {
        let child = try Self.spawn(
            path.path, [path.path] + arguments, environment.map { "\($0)=\($1)" }, streams.map(\.fileDescriptor))
        let (codes, ended) = AsyncStream.makeStream(of: Int32.self)
        identifier = Mutex(child)
        code = codes
        Thread { [self] in
            var (status, result) = (Int32(0), pid_t(0))
            repeat { result = waitpid(child, &status, 0) } while result < 0 && errno == EINTR
            identifier.withLock { $0 = nil }
            let signal = status & 0x7F
            ended.yield(signal == 0 ? (status >> 8) & 0xFF : -signal)
            ended.finish()
        }.start()
    }

    func signal(_ number: Int32) {
        identifier.withLock { child in
            if let child { _ = kill(child, number) }
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String], _ streams: [Int32]
    ) throws -> pid_t {
        #if canImport(Darwin)
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (place, stream) in streams.enumerated() { posix_spawn_file_actions_adddup2(&actions, stream, Int32(place)) }
        // No other file of the tests, and no signal that this thread blocks.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        #if canImport(Darwin)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // One that is not open is passed over.
        for descriptor in 3..<min(4096, getdtablesize()) { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #endif
        var child = pid_t()
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        let problem = posix_spawn(&child, path, &actions, &attributes, words, variables)
        guard problem == 0 else { throw CocoaError(.executableNotLoadable, userInfo: ["reason": "\(problem)"]) }
        return child
    }
}
