#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// The cookies that servers have set, for the clients that were given the jar (RFC 6265bis).
///
/// ```swift
/// let jar = CookieJar()
/// let client = client.withCookies(jar)
/// ```
///
/// A client has no cookies unless it is given a jar, and a jar belongs to whom it is given. What a server sets is kept
/// from every answer, a redirect and a 401 among them, and goes with every request for whose URL it is, another
/// origin's too.
///
/// At most 64 cookies of a domain and 3,000 in all are kept, each of at most 4,096 bytes and 400 days. No list of
/// public suffixes is brought along: no cookie is for all of a domain of one label, such as `com`, or of what
/// ``init(isPublicSuffix:now:)`` is told. It can be used from any task at once.
public final class CookieJar: Sendable {
    private let table: Mutex<CookieTable>
    private let file: CookieFile?
    private let now: @Sendable () -> Date

    private init(_ table: CookieTable, _ file: CookieFile?, _ now: @escaping @Sendable () -> Date) {
        self.table = Mutex(table)
        self.file = file
        self.now = now
    }

    /// A jar in memory.
    /// - Parameters:
    ///   - isPublicSuffix: whether strangers have names under a domain, in small letters, so that no cookie may be for
    ///     all of it; domains of one label unless given.
    ///   - now: the time, by which cookies expire.
    public convenience init(
        isPublicSuffix: @escaping @Sendable (String) -> Bool = CookieJar.isOneLabel,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(CookieTable(isPublicSuffix: isPublicSuffix), nil, now)
    }

    /// A jar that keeps in a file what outlives the session, for its owner alone (mode 0600).
    ///
    /// The file is written as a whole whenever such a cookie changes, at once and in the task of the call;
    /// ``fileProblem`` tells where that failed. Of several jars on one file the last to write wins.
    /// - Throws: ``CookieFileError`` where there is a file that cannot be read.
    public convenience init(
        file: URL,
        isPublicSuffix: @escaping @Sendable (String) -> Bool = CookieJar.isOneLabel,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(CookieFileError) {
        let file = CookieFile(url: file)
        var table = CookieTable(isPublicSuffix: isPublicSuffix)
        table.restore(try file.read(), at: now())
        self.init(table, file, now)
    }

    /// Whether a domain has no dot.
    public static let isOneLabel: @Sendable (String) -> Bool = { !$0.utf8.contains(UInt8(ascii: ".")) }
}

extension CookieJar {
    /// All cookies that have not expired, in the order in which they were set.
    public var cookies: [Cookie] {
        // The closure is the caller's, so not under the lock.
        let now = now()
        return table.withLock { $0.cookies(at: now) }
    }

    /// What is sent with a request for a URL, in the order of the field.
    public func cookies(for url: URL) -> [Cookie] {
        let now = now()
        return HTTPRequest(url: url)?.cookieHost.map { host in table.withLock { $0.cookies(for: host, at: now) } } ?? []
    }

    /// Takes a cookie in as if a server had set it, in the words of `Set-Cookie`:
    /// `set("session=7; Path=/", from: url)`.
    /// - Throws: why it is none, or not one of this URL.
    public func set(_ line: String, from url: URL) throws(CookieRefusal) {
        guard let host = HTTPRequest(url: url)?.cookieHost else { throw .invalidHost }
        let now = now()
        let problem = table.withLock { table -> CookieRefusal? in
            do throws(CookieRefusal) {
                _ = try table.set(line, by: host, at: now)
                return nil
            } catch {
                return error
            }
        }
        if let problem { throw problem }
        save()
    }

    /// Takes out some of the cookies.
    public func remove(where isRemoved: (Cookie) -> Bool) {
        // Not under the lock, for the closure is the caller's.
        let removed = Set(cookies.filter(isRemoved))
        table.withLock { $0.remove { removed.contains($0) } }
        save()
    }

    /// Takes out all of them.
    public func removeAll() { remove { _ in true } }

    /// Takes out what ends with the session: every cookie with no end of its own.
    public func endSession() { remove { $0.expires == nil } }
}

// The file.
extension CookieJar {
    /// Why the file could not be written last; nil where it was, and for a jar in memory. The next change tries again.
    public var fileProblem: CookieFileError? { file?.problem }

    private func save() {
        file?.write(version: { table.withLock(\.version) }, cookies: { cookies })
    }
}

// The messages of a call.
extension CookieJar {
    /// The value of `Cookie`: what was given by hand, and behind it those of the jar's cookies whose names are not
    /// among it.
    func field(for request: HTTPRequest) -> String? {
        let own = request.fields[.cookie]
        // Asked first, since most jars of an API hold nothing for long.
        guard table.withLock({ $0.count > 0 }), let host = request.cookieHost else { return own }
        let now = now()
        let cookies = table.withLock { $0.cookies(for: host, at: now) }
        guard !cookies.isEmpty else { return own }
        let names = own.map(Self.names) ?? []
        let pairs = cookies.filter { !names.contains($0.name) }.map(\.pair)
        return ((own.map { [$0] } ?? []) + pairs).joined(separator: "; ")
    }

    private static func names(in field: String) -> Set<String> {
        Set(
            field.utf8.split(separator: UInt8(ascii: ";")).map { pair in
                let name = pair.drop(while: \.isOptionalWhitespace).prefix { $0 != UInt8(ascii: "=") }
                return String(Substring(name))
            })
    }

    /// Keeps what an answer sets, line by line. A line that sets no cookie is left out of account.
    func keep(_ lines: [String], from request: HTTPRequest) {
        guard let host = request.cookieHost else { return }
        let now = now()
        table.withLock { table in
            for line in lines { _ = try? table.set(line, by: host, at: now) }
        }
        save()
    }
}

extension HTTPRequest {
    fileprivate var cookieHost: CookieHost? { CookieHost(scheme: scheme, authority: authority, path: path) }
}
