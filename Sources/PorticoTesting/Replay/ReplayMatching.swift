public import Portico

/// When a request is taken to be one that was recorded.
///
/// ```swift
/// var matching = ReplayMatching.loose
/// matching.ignoredQueryItems.insert("timestamp")
/// let transport = try ReplayTransport(file: file, matching: matching)
/// ```
///
/// Method and path always count. Secrets never do: both sides are compared with their secrets hidden. Bodies of JSON
/// are compared as values, forms of several parts with their boundaries left aside.
public struct ReplayMatching: Hashable, Sendable {
    /// Whether scheme, host and port count.
    public var comparesOrigin: Bool
    /// Whether the request's fields count, but for those that are ignored.
    public var comparesFields: Bool
    /// Whether the body counts.
    public var comparesBody: Bool
    /// Whether the items of a query have to come in the recorded order.
    public var comparesQueryOrder: Bool
    /// Fields that do not count. Those that a transport writes never do.
    public var ignoredFields: Redaction.Names
    /// Items of the query that do not count.
    public var ignoredQueryItems: Redaction.Names
    /// Whether the requests have to come in the order in which they were recorded.
    public var keepsOrder: Bool
    /// Whether the last of several equal entries answers again once all were used; else each answers once.
    public var repeatsLast: Bool

    /// Everything counts but the order of the requests, and each entry answers once.
    public static let strict = ReplayMatching(
        comparesOrigin: true, comparesFields: true, comparesBody: true, comparesQueryOrder: true,
        ignoredFields: ["User-Agent", "Date", "traceparent", "tracestate", "Idempotency-Key"], repeatsLast: false
    )

    /// Method, path, query in any order and body, at any host; the last of several equal entries answers again.
    public static let loose = ReplayMatching(
        comparesOrigin: false, comparesFields: false, comparesBody: true, comparesQueryOrder: false,
        ignoredFields: [], repeatsLast: true
    )

    private init(
        comparesOrigin: Bool, comparesFields: Bool, comparesBody: Bool, comparesQueryOrder: Bool,
        ignoredFields: Redaction.Names, repeatsLast: Bool
    ) {
        self.comparesOrigin = comparesOrigin
        self.comparesFields = comparesFields
        self.comparesBody = comparesBody
        self.comparesQueryOrder = comparesQueryOrder
        self.ignoredFields = ignoredFields
        ignoredQueryItems = []
        keepsOrder = false
        self.repeatsLast = repeatsLast
    }
}

/// What a ``ReplayTransport`` does with a request.
public enum ReplayMode: String, Hashable, Sendable, CaseIterable {
    /// Answers from the recording, and fails where it has no answer: what a test in CI does.
    case replayOnly = "replay"
    /// Answers from the recording, and sends and records what it does not have.
    case recordMissing = "record-missing"
    /// Sends and records everything anew.
    case recordAnew = "record"
    /// Sends everything, and records nothing.
    case live
}
