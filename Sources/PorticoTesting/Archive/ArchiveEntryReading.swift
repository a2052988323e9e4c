#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPArchive.Entry: ArchivePart {
    init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        try reader.beginPart()
        var started: Date?
        var (request, response) = (HTTPArchive.Request?.none, HTTPArchive.Response?.none)
        self.init(
            startedDateTime: .distantPast, request: .init(method: "", url: ""), response: .init(status: 0)
        )
        while let member = try reader.nextMember() {
            switch member {
            case "pageref": pageref = try reader.stringOrNumber()
            case "startedDateTime": started = try reader.date()
            case "time": time = try reader.number() ?? 0
            case "request": request = try HTTPArchive.Request(&reader)
            case "response": response = try HTTPArchive.Response(&reader)
            case "cache": cache = try HTTPArchive.Cache(&reader)
            case "timings": timings = try HTTPArchive.Timings(&reader)
            case "serverIPAddress": serverIPAddress = try reader.string()
            case "connection": connection = try reader.stringOrNumber()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
        startedDateTime = try reader.required(started, "startedDateTime")
        self.request = try reader.required(request, "request")
        self.response = try reader.required(response, "response")
    }
}

extension HTTPArchive.Cache {
    fileprivate init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        self.init()
        guard try reader.beginObject() else { return }
        while let member = try reader.nextMember() {
            switch member {
            case "beforeRequest": beforeRequest = try State(&reader)
            case "afterRequest": afterRequest = try State(&reader)
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
    }
}

extension HTTPArchive.Cache.State {
    fileprivate init?(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        guard try reader.beginObject() else { return nil }
        self.init()
        while let member = try reader.nextMember() {
            switch member {
            case "expires": expires = try reader.string()
            case "lastAccess": lastAccess = try reader.string() ?? ""
            case "eTag": eTag = try reader.string() ?? ""
            case "hitCount": hitCount = try reader.integer() ?? 0
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
    }
}

extension HTTPArchive.Timings {
    fileprivate init(_ reader: inout ArchiveReader) throws(HTTPArchiveError) {
        self.init()
        guard try reader.beginObject() else { return }
        while let member = try reader.nextMember() {
            switch member {
            case "blocked": blocked = try reader.number()
            case "dns": dns = try reader.number()
            case "connect": connect = try reader.number()
            case "send": send = try reader.number() ?? 0
            case "wait": wait = try reader.number() ?? 0
            case "receive": receive = try reader.number() ?? 0
            case "ssl": ssl = try reader.number()
            case "comment": comment = try reader.string()
            default: try reader.skip()
            }
        }
    }
}
