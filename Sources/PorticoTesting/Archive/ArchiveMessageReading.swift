#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPArchive.Request {
    init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        var (method, url) = (String?.none, String?.none)
        self.init(method: "", url: "")
        while let member = try reader.nextMember() {
            switch member {
            case "method": method = try reader.string()
            case "url": url = try reader.string()
            case "httpVersion": httpVersion = try reader.string() ?? httpVersion
            case "cookies": cookies = try reader.list()
            case "headers": headers = try reader.list()
            case "queryString": queryString = try reader.list()
            case "postData": postData = try HTTPArchive.PostData(&reader)
            case "headersSize": headersSize = try reader.integer() ?? -1
            case "bodySize": bodySize = try reader.integer() ?? -1
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.method = try reader.required(method, "method")
        self.url = try reader.required(url, "url")
    }
}

extension HTTPArchive.Response {
    init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        var status: Int?
        self.init(status: 0)
        while let member = try reader.nextMember() {
            switch member {
            case "status": status = try reader.status()
            case "statusText": statusText = try reader.string() ?? ""
            case "httpVersion": httpVersion = try reader.string() ?? httpVersion
            case "cookies": cookies = try reader.list()
            case "headers": headers = try reader.list()
            case "content": content = try HTTPArchive.Content(&reader) ?? content
            case "redirectURL": redirectURL = try reader.string() ?? ""
            case "headersSize": headersSize = try reader.integer() ?? -1
            case "bodySize": bodySize = try reader.integer() ?? -1
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.status = try reader.required(status, "status")
    }
}

extension ArchiveReader {
    /// 100 to 999; 0 and -1, which tools write where there was no answer, are 0.
    fileprivate mutating func status() throws(HTTPArchiveError) -> Int? {
        guard let status = try integer() else { return nil }
        guard status > 0 else { return 0 }
        guard (100...999).contains(status) else { throw error(.wrongValue, "\(status) is no status") }
        return status
    }
}

extension HTTPArchive.Pair: ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        try reader.beginPart()
        var name: String?
        self.init(name: "", value: "")
        while let member = try reader.nextMember() {
            switch member {
            case "name": name = try reader.string()
            case "value": value = try reader.stringOrNumber() ?? ""
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.name = try reader.required(name, "name")
    }
}

extension HTTPArchive.Cookie: ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        try reader.beginPart()
        var name: String?
        self.init(name: "", value: "")
        while let member = try reader.nextMember() {
            switch member {
            case "name": name = try reader.string()
            case "value": value = try reader.string() ?? ""
            case "path": path = try reader.string()
            case "domain": domain = try reader.string()
            case "expires": expires = try reader.stringOrNumber()
            case "httpOnly": httpOnly = try reader.boolean()
            case "secure": secure = try reader.boolean()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.name = try reader.required(name, "name")
    }
}

extension HTTPArchive.PostData {
    fileprivate init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        self.init(mimeType: "")
        while let member = try reader.nextMember() {
            switch member {
            case "mimeType": mimeType = try reader.string() ?? ""
            case "params": params = try reader.list()
            case "text": text = try reader.string()
            case "encoding", "_encoding": encoding = try reader.string() ?? encoding
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        try reader.checkBody(text, encoding)
    }
}

extension HTTPArchive.Param: ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        try reader.beginPart()
        var name: String?
        self.init(name: "")
        while let member = try reader.nextMember() {
            switch member {
            case "name": name = try reader.string()
            case "value": value = try reader.string()
            case "fileName": fileName = try reader.string()
            case "contentType": contentType = try reader.string()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        self.name = try reader.required(name, "name")
    }
}

extension HTTPArchive.Content {
    fileprivate init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        self.init(mimeType: "")
        while let member = try reader.nextMember() {
            switch member {
            case "size": size = try reader.integer() ?? -1
            case "compression": compression = try reader.integer()
            case "mimeType": mimeType = try reader.string() ?? ""
            case "text": text = try reader.string()
            case "encoding": encoding = try reader.string()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        try reader.checkBody(text, encoding)
    }
}

extension ArchiveReader {
    /// Refuses a body that cannot be decoded while the place is still known.
    fileprivate func checkBody(_ text: String?, _ encoding: String?) throws(HTTPArchiveError) {
        do { _ = try ArchivedBody.bytes(text, encoding) } catch {
            throw self.error(.wrongValue, error.message, in: "text")
        }
    }
}
