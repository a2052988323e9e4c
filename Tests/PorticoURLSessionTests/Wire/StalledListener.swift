import Foundation
import Portico
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A port where connections come about and nobody reads, so that an upload stalls in its middle.
final class StalledListener: Sendable {
    private let descriptor: Int32
    let authority: String

    init() throws {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw TransportError(.other, String(cString: strerror(errno))) }
        authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(descriptor) }

    /// Takes the first connection and reads what came over it, to its end: the number of bytes.
    func readToEnd() -> Int {
        let connection = accept(descriptor, nil, nil)
        defer { close(connection) }
        var (total, buffer) = (0, [UInt8](repeating: 0, count: 65_536))
        while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 { total += count }
        return total
    }
}
