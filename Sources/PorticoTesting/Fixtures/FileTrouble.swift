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

/// Why a file could not be read or written, in words for a line of a message.
package enum FileTrouble {
    /// - Parameter error: what Foundation threw.
    package static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file or folder"
        case .fileWriteNoPermission, .fileReadNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "no space left"
        default:
            let code = (error.underlying as? POSIXError)?.code.rawValue
            return code.map { String(cString: strerror($0)) } ?? "\(error)"
        }
    }
}
