import Foundation
import Glibc
import PorticoTesting

/// A port of 127.0.0.1 on which connections are taken in by the system, and never answered.
final class DeafServer: Sendable {
    let descriptor: Int32
    let authority: String

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (descriptor, length)
        let outcome = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard outcome else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        authority = "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    /// The same on a socket in the file system.
    init(unixPath: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        authority = unixPath
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: unixPath.utf8.prefix(100)) }
        let (descriptor, size) = (descriptor, socklen_t(MemoryLayout<sockaddr_un>.size))
        let outcome = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
            }
        }
        guard outcome else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }
}

extension DeafServer {
    /// Reads once from the first connection, whatever comes, answers it, and leaves it open.
    func answerFirstBytes(_ answer: String) {
        let descriptor = descriptor
        Thread.detachNewThread {
            let connection = accept(descriptor, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            guard connection >= 0, read(connection, &bytes, bytes.count) > 0 else { return }
            _ = answer.utf8.withContiguousStorageIfAvailable { write(connection, $0.baseAddress, $0.count) }
        }
    }
}
