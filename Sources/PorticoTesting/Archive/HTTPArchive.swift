#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Portico

/// Exchanges in the format that browsers, proxies and API tools share: HAR 1.2.
///
/// ```swift
/// let archive = try HTTPArchive(contentsOf: file)
/// for entry in archive.entries { print(entry.request.method, entry.request.url, entry.response.status) }
/// ```
///
/// Every field of the format has its place here. What is beyond it, such as fields whose names begin with an
/// underscore, is read over and not kept; the one exception is an `_encoding` of ``PostData``. See ``init(_:limit:)``
/// for what is tolerated and what is refused.
public struct HTTPArchive: Hashable, Sendable {
    /// The version of the format; 1.2 is what is written.
    public var version = "1.2"
    /// What wrote the archive; Portico in its present version unless said otherwise.
    public var creator = Tool(name: "Portico", version: PackageVersion.current)
    /// The browser whose exchanges these are.
    public var browser: Tool?
    /// The pages that a browser loaded.
    public var pages: [Page] = []
    /// The exchanges, in the order in which they began.
    public var entries: [Entry]
    /// A remark of whoever wrote the archive.
    public var comment: String?

    /// An archive of these exchanges, as Portico writes it.
    public init(entries: [Entry] = []) { self.entries = entries }

    /// A program by name and version.
    public struct Tool: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// Its version, as it writes it.
        public var version: String
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A program by name and version.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// A page that a browser loaded.
    public struct Page: Hashable, Sendable {
        /// When its loading began.
        public var startedDateTime: Date
        /// What ``Entry/pageref`` names.
        public var id: String
        /// The title, as the browser showed it.
        public var title: String
        /// Milliseconds from the start until the content was loaded; nil or -1 where that is not known.
        public var onContentLoad: Double?
        /// Milliseconds from the start until the page was loaded; nil or -1 where that is not known.
        public var onLoad: Double?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A page of which no times are known.
        public init(startedDateTime: Date, id: String, title: String) {
            self.startedDateTime = startedDateTime
            self.id = id
            self.title = title
        }
    }

    /// A name and a value: a field of a message, or an item of a query.
    public struct Pair: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// Its value.
        public var value: String
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A name and a value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A cookie as a message's fields say it.
    public struct Cookie: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// Its value.
        public var value: String
        /// The path that it is for.
        public var path: String?
        /// The host that it is for, with those below it.
        public var domain: String?
        /// As the tool wrote it, by the format a date of ISO 8601.
        public var expires: String?
        /// Whether scripts of a page do not see it; nil where that is not known.
        public var httpOnly: Bool?
        /// Whether it is sent over TLS alone; nil where that is not known.
        public var secure: Bool?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A name and a value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}
