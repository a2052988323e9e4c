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

/// Whoever read the output has gone: the program ends without a word.
struct OutputClosed: Error {}

/// Where a command's data goes to, and what it has to say.
///
/// Each write is whole when it returns. Nothing is buffered here, so what has been written is out.
struct Console: Sendable {
    private let output: Int32
    private let errors: Int32
    private let input: Int32

    init(output: Int32 = 1, errors: Int32 = 2, input: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.input = input
    }

    /// Puts files that give and take nothing in the places of standard streams that were closed, before a file of the
    /// program's own gets their numbers and the output.
    static func occupyClosedStreams() {
        for stream in Int32(0)...2 where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether a person reads the output, and not a file or a pipe.
    var isTerminal: Bool { isatty(output) != 0 }

    /// A line, or several, to standard output.
    func print(_ text: String) throws { try write(Array("\(text)\n".utf8)) }

    /// Bytes as they are to standard output.
    func write(_ bytes: some Collection<UInt8>) throws {
        let code = Self.write(bytes, to: output)
        guard code != 0 else { return }
        if code == EPIPE { throw OutputClosed() }
        throw Failure("standard output cannot be written: \(String(cString: strerror(code)))")
    }

    /// A line, or several, to standard error. That nobody can read them is no error.
    func complain(_ text: String) { _ = Self.write(Array("\(text)\n".utf8), to: errors) }

    /// Bytes as they are to standard error.
    func complain(bytes: [UInt8]) { _ = Self.write(bytes, to: errors) }

    /// Everything that standard input has.
    func readInput(limit: Int) throws -> Data {
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure("standard input cannot be read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return data }
            data += buffer[..<count]
            guard data.count <= limit else { throw Failure("standard input has more than \(limit) bytes") }
        }
    }

    /// The system's code of what went wrong, or 0.
    private static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
