import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A client that sends and receives bytes and knows nothing of HTTP, so that a test sees what is on the wire.
///
/// Whatever blocks runs on a thread of its own, and no longer than two minutes, which a crowd of tests may take.
final class RawClient: Sendable {
    struct Failure: Error { let call: String, code: Int32 }

    /// How the server's bytes came to their end.
    enum End: Equatable { case closed, reset, timedOut }

    private let descriptor: Int32
    private let isClosed = Atomic(false)

    init(port: Int) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(call: "connect", code: errno) }
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { hangUp() }

    /// Sends all of the text's bytes; false where the server is gone.
    @discardableResult
    func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        await onThread { [descriptor] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { systemSend(descriptor, $0) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Ends this side; the server's may go on.
    func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the connection, after which it is of no more use.
    func hangUp() {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        close(descriptor)
    }

    /// Everything up to and with a text.
    func read(through text: String) async -> String {
        let bytes = await collect { $0.suffix(text.utf8.count).elementsEqual(text.utf8) }.bytes
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next bytes, of this number.
    func read(_ count: Int) async -> String {
        String(decoding: await collect { $0.count == count }.bytes, as: UTF8.self)
    }

    /// Everything until the server ends, and how it does.
    func readToEnd() async -> (text: String, end: End) {
        let (bytes, end) = await collect { _ in false }
        return (String(decoding: bytes, as: UTF8.self), end)
    }

    private func collect(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async -> (bytes: [UInt8], end: End) {
        await onThread { [descriptor] in
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !isEnough(bytes) {
                let count = recv(descriptor, &byte, 1, 0)
                guard count != 0 else { return (bytes, .closed) }
                guard count > 0 else { return (bytes, errno == ECONNRESET ? .reset : .timedOut) }
                bytes.append(byte)
            }
            return (bytes, .closed)
        }
    }
}

/// Runs what blocks on a thread of its own.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
