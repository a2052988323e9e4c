#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// Bodies as an archive has them: text, or base64 where they are none.
enum ArchivedBody {
    struct Undecodable: Error {
        let message: String
    }

    /// The bytes; nil where there is no text.
    static func bytes(_ text: String?, _ encoding: String?) throws(Undecodable) -> Data? {
        guard let text else { return nil }
        switch (encoding ?? "").lowercasedASCII {
        case "": return Data(text.utf8)
        case "base64":
            if let data = Data(base64Encoded: text) { return data }
            // Some tools break the lines.
            let joined = Data(text.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 })
            guard let data = Data(base64Encoded: joined) else { throw Undecodable(message: "the text is no base64") }
            return data
        default:
            let encoding = Redaction.line(encoding ?? "", limit: 20)
            throw Undecodable(message: "the encoding '\(encoding)' is not base64")
        }
    }

    /// The bytes of a text that has a character for each of them, as mitmproxy writes bodies of requests that are no text;
    /// nil where the size says that it is none.
    static func latin1(_ text: String, size: Int) -> Data? {
        guard size > 0, size < text.utf8.count, text.unicodeScalars.count == size,
            text.unicodeScalars.allSatisfy({ $0.value <= 0xFF })
        else { return nil }
        return Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    /// The bytes as an archive has them: as they are where they are UTF-8, or nothing says that they are another text.
    static func text(_ data: Data, mediaType: MediaType?) -> (text: String, encoding: String?) {
        let charset = mediaType?["charset"]?.lowercasedASCII
        if charset == nil || charset == "utf-8" || charset == "utf8", let text = String(validating: data, as: UTF8.self)
        {
            return (text, nil)
        }
        return (data.base64EncodedString(), "base64")
    }
}
