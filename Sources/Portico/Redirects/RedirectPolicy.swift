/// Where a call goes when an answer redirects it: 301, 302, 303, 307 or 308 with a `Location` (RFC 9110, section 15.4).
///
/// ```swift
/// let careful = client.withOptions(CallOptions(redirectPolicy: .sameOrigin))
///
/// let picky = RedirectPolicy.ask { redirect in
///     redirect.next.authority.hasSuffix(".example.com") ? redirect.next : nil
/// }
/// ```
///
/// A 303 makes a GET of everything but HEAD, a 301 and a 302 make one of POST; the body and the fields that describe it
/// are dropped then. Everything else keeps its method and its body. A body that exists once is not sent again: the
/// answer itself is the caller's. So is one without a `Location`.
///
/// A request to another origin gets no credential and nothing of the environment; the cookies for it come from the jar.
/// Of its own fields it keeps those that say which representation is wanted and what the body is.
public struct RedirectPolicy: Sendable {
    enum Rule: Sendable {
        case follow
        case refuse
        case sameOrigin
        case ask(@Sendable (Redirect) async throws -> HTTPRequest?)
    }

    let rule: Rule

    /// The most redirects of one call, from 0 to 100; 20 unless said otherwise. More of them end it with a
    /// ``RedirectError``.
    public var limit = 20 {
        didSet { limit = min(max(0, limit), 100) }
    }

    /// Whether `https` may lead to `http`. Not unless said so: it ends the call with a ``RedirectError``.
    public var allowsDowngrade = false

    /// Whether somebody else decides, who may take any time.
    var asks: Bool { if case .ask = rule { true } else { false } }

    private init(_ rule: Rule) { self.rule = rule }

    /// Follows every redirect; what a client does unless told otherwise.
    public static let follow = RedirectPolicy(.follow)

    /// Follows none: the answer that redirects is like any other, and its status is judged.
    public static let refuse = RedirectPolicy(.refuse)

    /// Follows those that lead to the same origin, or from `http` to `https` on the same host. Others are answers like
    /// any other.
    public static let sameOrigin = RedirectPolicy(.sameOrigin)

    /// Asks for each redirect that could be followed. The closure returns what to send, which is ``Redirect/next`` or a
    /// request made of it, or nil to take the answer as it is. What it throws ends the call.
    public static func ask(
        _ decide: @escaping @Sendable (Redirect) async throws -> HTTPRequest?
    ) -> RedirectPolicy {
        RedirectPolicy(.ask(decide))
    }
}
