#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the program tells whoever started it.
struct ExitCode: Hashable, Sendable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    static let failure = ExitCode(rawValue: 1)
    /// `EX_USAGE` of `sysexits.h`.
    static let usage = ExitCode(rawValue: 64)
    /// As a shell tells of a program that wrote to a pipe nobody reads.
    static let outputClosed = ended(by: SIGPIPE)

    /// As a shell tells of a program that a signal ended.
    static func ended(by signal: Int32) -> ExitCode { ExitCode(rawValue: 128 + signal) }

    func exit() -> Never { systemExit(rawValue) }
}

private func systemExit(_ code: Int32) -> Never { exit(code) }

/// A command line that asks for what there is not; the message says what, in the user's words.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A failure whose message is all that there is to say.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
