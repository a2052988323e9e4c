public import Foundation

/// A client to measure. Each is a program that does the same work as `c-client`, on the same command line:
///
///     PROGRAM fetch URL IN_FLIGHT AMOUNT
///     PROGRAM download URL FILE AMOUNT
///     PROGRAM upload URL FILE AMOUNT
///
/// An amount is a time, `1.5s`, or a number of requests, `1000`. What was measured is printed as one JSON object.
public protocol MeasuredClient: Sendable {
    /// Gets a small body and returns how many bytes it has. A path begins with a slash.
    func fetch(_ path: String) async throws -> Int
    /// Gets a large body into a file.
    func download(_ path: String, to file: URL) async throws
    /// Puts a file.
    func upload(_ file: URL, to path: String) async throws
}

/// Such a program, from the main thread; it does not return.
/// - Parameter make: makes the client of a server, whose certificate need not be known, for so many requests at once.
public func measure<Client: MeasuredClient>(
    _ make: @escaping @Sendable (_ base: URL, _ inFlight: Int) throws -> Client
) -> Never {
    // A client that hangs must not hold up the others for long.
    alarm(120)
    Task.detached {
        do {
            let work = try Work(CommandLine.arguments)
            print(try await work.perform(with: make(work.base, work.inFlight)).json)
            exit(0)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
    // Profilers lose sight of a main thread that has ended, as an asynchronous main function has it.
    while true { pause() }
}

public enum MeasurementError: Error {
    case arguments
    /// The answer is no success, or not whole.
    case unexpectedAnswer(String)
}
