private import CPoller

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Descriptors that are watched until they are closed, by edges: an event says that something has changed since what was
/// tried last.
final class Poller: Sendable {
    struct Event {
        let token: UInt64
        /// Input or its end has come.
        let isReadable: Bool
        /// There is room for output, or nobody to read it.
        let isWritable: Bool
        /// The peer sends no more.
        let hasEnded: Bool
    }

    private let descriptor: Int32
    private static let batch = 256

    init() throws(SystemError) {
        descriptor = cp_create()
        guard descriptor >= 0 else { throw SystemError("epoll_create1 or kqueue") }
    }

    deinit { close(descriptor) }

    /// Watches for input, and for room for output where that is asked for: what only reads, as the end of a pipe does,
    /// has none. False where the system cannot watch it.
    func watch(_ watched: Int32, forRoom: Bool, token: UInt64) -> Bool { cp_watch(descriptor, watched, forRoom, token) }

    /// Waits for events, and hands them on one by one.
    /// - Parameter milliseconds: how long to wait at most; less than zero for ever.
    func wait(milliseconds: Int32, _ receive: (Event) -> Void) {
        withUnsafeTemporaryAllocation(of: cp_event.self, capacity: Self.batch) { events in
            let count = cp_wait(descriptor, events.baseAddress, Int32(Self.batch), milliseconds)
            for event in events.prefix(max(0, Int(count))) {
                receive(
                    Event(
                        token: event.token, isReadable: event.readable, isWritable: event.writable,
                        hasEnded: event.ended))
            }
        }
    }
}
