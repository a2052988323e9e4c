#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A call to the system that failed, and the system's word for why.
struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String) {
        self.call = call
        code = errno
    }

    var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// The few calls on stream sockets that a server on loopback needs, alike on every system.
enum Sockets {
    /// A socket that listens on 127.0.0.1.
    /// - Parameter port: 0 for one that the system chooses.
    static func listen(port: UInt16 = 0) throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = makeSocket()
        guard descriptor >= 0 else { throw SystemError("socket") }
        // A server that starts again on its port must not wait until the connections of the last one are forgotten.
        if port != 0 { set(descriptor, SOL_SOCKET, SO_REUSEADDR) }
        var address = sockaddr_in()
        address.sin_port = port.bigEndian
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0 else { return "bind" }
                guard systemListen(descriptor) == 0 else { return "listen" }
                return getsockname(descriptor, address, &length) == 0 ? "" : "getsockname"
            }
        }
        guard outcome.isEmpty else {
            let error = SystemError(outcome)
            _ = systemClose(descriptor)
            throw error
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// The next connection, or nil where there is none after all.
    static func acceptConnection(_ listener: Int32) -> Int32? {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY)
        return descriptor
    }

    enum Acceptance { case accepted(Int32), none, failed }

    /// The next connection of a socket that does not wait, made so that it does not wait either.
    static func acceptNow(_ listener: Int32) -> Acceptance {
        while true {
            if let descriptor = acceptConnection(listener) {
                makeNonBlocking(descriptor)
                return .accepted(descriptor)
            }
            switch errno {
            case EAGAIN: return .none
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .failed
            // The client has gone already.
            case EINTR, ECONNABORTED, EPROTO: continue
            default: return .failed
            }
        }
    }

    /// Has calls say that they would wait instead of waiting.
    static func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Whether the last call failed only because it does not wait.
    static var wouldWait: Bool { errno == EAGAIN }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Two ends of a pipe, closed in child processes.
    static func makePipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    /// Makes closing the socket send a reset instead of an orderly end.
    static func resetOnClose(_ descriptor: Int32) {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// Ends both directions, which wakes whoever reads, writes or polls.
    static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Ends the direction to the peer.
    static func shutDownWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends all of the bytes. False when the peer is gone.
    static func sendAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = systemSend(descriptor, UnsafeRawBufferPointer(rebasing: bytes[sent...]))
                if count > 0 {
                    sent += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Sends what there is room for: the number of bytes, less than zero where that failed.
    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            while true {
                let count = systemSend(descriptor, bytes)
                if count >= 0 || errno != EINTR { return count }
            }
        }
    }

    /// Reads into a buffer: the number of bytes, 0 at the end, less where the connection was reset.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// A descriptor that is waited for: for input, or for its end alone.
    struct Wait {
        let descriptor: Int32
        var forInput = true
    }

    /// Which of the descriptors are ready; none of them when the time is over.
    /// - Parameter milliseconds: how long to wait at most; less than zero for ever.
    static func wait(for waits: Wait..., milliseconds: Int32 = -1) -> [Bool] {
        var entries = waits.map { pollfd(fd: $0.descriptor, events: $0.forInput ? Int16(POLLIN) : 0, revents: 0) }
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return waits.map { _ in false } }
        return entries.map { $0.revents != 0 }
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

extension Sockets {
    private static func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #elseif canImport(Musl)
        Musl.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #else
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
        #endif
    }

    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0

    private static func makeSocket() -> Int32 {
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    private static func systemListen(_ descriptor: Int32) -> Int32 { Darwin.listen(descriptor, backlog) }
    #elseif canImport(Musl)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let closeOnExec = Int32(SOCK_CLOEXEC)
    private static func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM) | closeOnExec, 0) }
    private static func systemListen(_ descriptor: Int32) -> Int32 { Musl.listen(descriptor, backlog) }
    #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
    private static func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0) }
    private static func systemListen(_ descriptor: Int32) -> Int32 { Glibc.listen(descriptor, backlog) }
    #endif

    /// The system takes what it allows.
    private static let backlog: Int32 = 4096

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
