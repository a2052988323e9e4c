/// The process's standard error, without a buffer: one system call a line keeps lines of several tasks apart.
enum StandardError {
    static func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { _ = systemWrite(2, $0.baseAddress, $0.count) }
    }
}
