#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Portico

extension HTTPArchive {
    /// The archive as JSON: the same archive is always the same bytes, indented, with the members in the format's
    /// order.
    /// - Throws: ``HTTPArchiveError`` of kind ``HTTPArchiveError/Kind/tooLarge(limit:)`` beyond 256 MiB.
    public func data(limit: Int = maximalSize) throws(HTTPArchiveError) -> Data {
        var writer = ArchiveWriter(limit: limit)
        writer.object { writer in
            writer.object("log") { writer in write(to: &writer) }
        }
        guard writer.isWithinLimit else {
            throw HTTPArchiveError(.tooLarge(limit: limit), "", "it would be larger than \(limit) bytes")
        }
        return Data(writer.bytes) + [0x0A]
    }

    private func write(to writer: inout ArchiveWriter) {
        writer.member("version", "1.2")
        writer.write("creator", creator)
        if let browser { writer.write("browser", browser) }
        if !pages.isEmpty { writer.array("pages", pages) { writer, page in writer.write(page) } }
        writer.array("entries", entries) { writer, entry in writer.write(entry) }
        writer.member("comment", comment)
    }
}

extension ArchiveWriter {
    fileprivate mutating func write(_ name: String, _ tool: HTTPArchive.Tool) {
        object(name) { writer in
            writer.member("name", tool.name)
            writer.member("version", tool.version)
            writer.member("comment", tool.comment)
        }
    }

    fileprivate mutating func write(_ page: HTTPArchive.Page) {
        object { writer in
            writer.member("startedDateTime", RFC3339.text(for: page.startedDateTime, fractionalDigits: 3))
            writer.member("id", page.id)
            writer.member("title", page.title)
            writer.object("pageTimings") { writer in
                writer.member("onContentLoad", page.onContentLoad)
                writer.member("onLoad", page.onLoad)
            }
            writer.member("comment", page.comment)
        }
    }

    fileprivate mutating func write(_ entry: HTTPArchive.Entry) {
        object { writer in
            writer.member("pageref", entry.pageref)
            writer.member("startedDateTime", RFC3339.text(for: entry.startedDateTime, fractionalDigits: 3))
            writer.member("time", entry.time)
            writer.write(entry.request)
            writer.write(entry.response)
            writer.object("cache") { writer in
                writer.write("beforeRequest", entry.cache.beforeRequest)
                writer.write("afterRequest", entry.cache.afterRequest)
                writer.member("comment", entry.cache.comment)
            }
            writer.write(entry.timings)
            writer.member("serverIPAddress", entry.serverIPAddress)
            writer.member("connection", entry.connection)
            writer.member("comment", entry.comment)
        }
    }

    private mutating func write(_ name: String, _ state: HTTPArchive.Cache.State?) {
        guard let state else { return }
        object(name) { writer in
            writer.member("expires", state.expires)
            writer.member("lastAccess", state.lastAccess)
            writer.member("eTag", state.eTag)
            writer.member("hitCount", state.hitCount)
            writer.member("comment", state.comment)
        }
    }

    private mutating func write(_ timings: HTTPArchive.Timings) {
        object("timings") { writer in
            writer.member("blocked", timings.blocked)
            writer.member("dns", timings.dns)
            writer.member("connect", timings.connect)
            writer.member("send", timings.send)
            writer.member("wait", timings.wait)
            writer.member("receive", timings.receive)
            writer.member("ssl", timings.ssl)
            writer.member("comment", timings.comment)
        }
    }
}
