#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The process's standard error, without a buffer: one system call a line keeps lines of several tasks apart.
enum StandardError {
    static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
            _ = Darwin.write(2, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
            _ = Musl.write(2, buffer.baseAddress, buffer.count)
            #else
            _ = Glibc.write(2, buffer.baseAddress, buffer.count)
            #endif
        }
    }
}
