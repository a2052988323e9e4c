import Foundation
import Synchronization

/// The command as it was built, run as a process of its own.
enum Program {
    struct Outcome: Sendable {
        let output: String
        let errors: String
        /// That of a program that a signal ended is the signal's number, less than zero.
        let code: Int32
    }

    /// Beside the bundle of these tests.
    static let path: URL = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var folder = URL(filePath: bundle).deletingLastPathComponent()
        while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
        return folder.appending(path: "portico")
    }()

    /// Runs the program to its end.
    static func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(arguments, input: input)
    }

    static func run(_ arguments: [String], input: String = "") async throws -> Outcome {
        try await RunningProgram(path, arguments, input: standardInput(input)).end()
    }

    /// A file, for a write into the pipe of a program that has ended would end the tests.
    private static func standardInput(_ text: String) throws -> FileHandle {
        let file = FileManager.default.temporaryDirectory.appending(path: "portico-input-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try FileHandle(forReadingFrom: file)
    }

    /// Runs a line of a shell, in which `$portico` is the program.
    static func shell(_ line: String) async throws -> Outcome {
        let shell = URL(filePath: "/bin/sh")
        return try await RunningProgram(shell, ["-c", line], environment: ["portico": path.path]).end()
    }
}

/// A process whose output is read as it comes, on a thread for each stream.
final class RunningProgram: Sendable {
    private let process: ChildProcess
    private let output: Stream
    private let errors: Stream

    init(
        _ path: URL, _ arguments: [String], environment: [String: String] = [:], input: FileHandle = .nullDevice
    ) throws {
        let (output, errors) = (Pipe(), Pipe())
        process = try ChildProcess(
            path, arguments, ProcessInfo.processInfo.environment.merging(environment) { $1 },
            streams: [input, output.fileHandleForWriting, errors.fileHandleForWriting])
        // Else the streams would not end with the program.
        for handle in [output.fileHandleForWriting, errors.fileHandleForWriting] { try handle.close() }
        self.output = Stream(output.fileHandleForReading)
        self.errors = Stream(errors.fileHandleForReading)
    }

    deinit { process.signal(SIGTERM) }

    /// The next line of standard output, nil after the last.
    func nextLine() async -> String? { await output.nextLine() }

    /// The next line of standard error.
    func nextErrorLine() async -> String? { await errors.nextLine() }

    func interrupt() { process.signal(SIGINT) }

    func terminate() { process.signal(SIGTERM) }

    /// Waits for the end: what was written and not read as lines before, and the code.
    func end() async -> Program.Outcome {
        let (output, errors) = (await output.rest(), await errors.rest())
        var last: Int32 = 0
        for await code in process.code { last = code }
        return Program.Outcome(output: output, errors: errors, code: last)
    }

    private final class Stream: Sendable {
        private let pieces: Mutex<AsyncStream<Data>.AsyncIterator>
        private let unread = Mutex(Data())

        init(_ handle: FileHandle) {
            let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
            pieces = Mutex(stream.makeAsyncIterator())
            Thread {
                while case let data = handle.availableData, !data.isEmpty { continuation.yield(data) }
                continuation.finish()
            }.start()
        }

        func nextLine() async -> String? {
            while true {
                let line = unread.withLock { data -> String? in
                    guard let end = data.firstIndex(of: 0x0A) else { return nil }
                    defer { data = Data(data[(end + 1)...]) }
                    return String(decoding: data[..<end], as: UTF8.self)
                }
                if let line { return line }
                guard let piece = await nextPiece() else { return nil }
                unread.withLock { $0 += piece }
            }
        }

        func rest() async -> String {
            while let piece = await nextPiece() { unread.withLock { $0 += piece } }
            return unread.withLock { String(decoding: $0, as: UTF8.self) }
        }

        private func nextPiece() async -> Data? {
            var iterator = pieces.withLock { $0 }
            return await iterator.next()
        }
    }
}
