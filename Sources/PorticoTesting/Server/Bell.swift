#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What wakes a thread that polls: a pipe that becomes readable when it is rung.
///
/// The ends are closed with the bell, so ringing never meets a descriptor that is another's by now.
final class Bell: Sendable {
    /// The end to poll.
    let descriptor: Int32
    private let writeEnd: Int32

    /// Nil where the system has no descriptors left.
    init?() {
        guard let (read, write) = Sockets.makePipe() else { return nil }
        (descriptor, writeEnd) = (read, write)
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    func ring() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes back every ring so far.
    func silence() {
        var buffer = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &buffer, buffer.count) == buffer.count {}
    }
}
