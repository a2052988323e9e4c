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
    /// A socket that listens on 127.0.0.1, on a port that the system chose.
    static func listen() throws(SystemError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = makeSocket()
        guard descriptor >= 0 else { throw SystemError("socket") }
        var address = sockaddr_in()
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
            close(descriptor)
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
            guard let base = bytes.baseAddress else { return true }
            var sent = 0
            while sent < bytes.count {
                let count = send(descriptor, base + sent, bytes.count - sent, sendFlags)
                if count > 0 {
                    sent += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
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

extension Sockets {
    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0

    private static func makeSocket() -> Int32 {
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    private static func systemListen(_ descriptor: Int32) -> Int32 { Darwin.listen(descriptor, SOMAXCONN) }
    #elseif canImport(Musl)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let closeOnExec = Int32(SOCK_CLOEXEC)
    private static func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM) | closeOnExec, 0) }
    private static func systemListen(_ descriptor: Int32) -> Int32 { Musl.listen(descriptor, 512) }
    #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
    private static func makeSocket() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0) }
    private static func systemListen(_ descriptor: Int32) -> Int32 { Glibc.listen(descriptor, 512) }
    #endif

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
