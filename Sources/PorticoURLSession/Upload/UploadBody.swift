import Foundation
import Portico

/// A request's body in a form that can be read without waiting, as URLSession's queue demands, and whose length is
/// known.
enum UploadBody: Sendable {
    case none
    case bytes(Data)
    case file(OpenFile)

    var length: Int64 {
        switch self {
        case .none: 0
        case .bytes(let data): Int64(data.count)
        case .file(let file): file.length
        }
    }

    /// The body where nothing has to be waited for: bytes, and files of a known size. Nil for forms and streams, which
    /// ``spooled(_:)`` reads first.
    static func immediate(_ body: HTTPBody) throws(TransportError) -> UploadBody? {
        switch body.content {
        case .none: return UploadBody.none
        case .bytes(let data): return .bytes(data)
        case .file(let url):
            guard let file = try OpenFile(url) else { return nil }
            return .file(file)
        case .multipart, .stream: return nil
        }
    }

    /// How much of a form or stream is kept in memory before it goes to a file.
    private static let memoryLimit = 262_144

    /// Reads a body to its end, into memory while it is small and on into a temporary file.
    static func spooled(_ body: HTTPBody) async throws(TransportError) -> UploadBody {
        var start = Data()
        var file: TemporaryFile?
        for try await chunk in try body.chunks() {
            if let file {
                try file.write(chunk)
            } else if start.count + chunk.count <= memoryLimit {
                start.append(chunk)
            } else {
                let created = try TemporaryFile()
                try created.write(start)
                try created.write(chunk)
                file = created
            }
        }
        guard let file else { return .bytes(start) }
        return .file(file.opened())
    }
}
