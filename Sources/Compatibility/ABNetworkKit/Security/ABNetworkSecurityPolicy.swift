public import Foundation
public import Portico

/// Whom a dispatcher trusts, where redirects lead, and who answers challenges.
///
/// ```swift
/// struct Pinned: ABNetworkSecurityPolicy {
///     let pinnedCertificates: [Data]?
/// }
///
/// final class AppDispatcher: ABNetworkDispatcher {
///     override var securityPolicy: any ABNetworkSecurityPolicy { Pinned(pinnedCertificates: [certificate]) }
/// }
/// ```
///
/// All of it holds on Linux as on Apple's systems, and fails closed. It is asked from any thread.
public protocol ABNetworkSecurityPolicy: Sendable {
    /// The certificates of which the server's chain has to hold one, in DER or PEM: its own, or an authority's. The
    /// chain is verified as always besides. Only the environment's host can be talked to then, and only by https, after
    /// redirects too. Nil, which is so unless written, pins nothing; where there are none nobody is trusted.
    var pinnedCertificates: [Data]? { get }

    /// The authorities that are believed, in PEM, in place of the system's; nil, which is so unless written, for the
    /// system's.
    var trustedAuthorities: Data? { get }

    /// Where a redirect leads: what `redirect.next` says unless written, or a request made of it; nil to take the
    /// answer as it is, whose status is no success. By itself no credential and no field of the environment goes along
    /// to another origin.
    func redirect(_ redirect: Redirect) async -> HTTPRequest?

    /// A user's name and password for a server that asks for one by Basic or Digest; nil, which is so unless written,
    /// leaves the 401 to the caller. Asked once for a call, and never for a server by http that is not this machine.
    func credential(for challenge: ABChallenge) async -> ABCredential?
}

extension ABNetworkSecurityPolicy {
    public var pinnedCertificates: [Data]? { nil }
    public var trustedAuthorities: Data? { nil }
    public func redirect(_ redirect: Redirect) async -> HTTPRequest? { redirect.next }
    public func credential(for challenge: ABChallenge) async -> ABCredential? { nil }
}

/// The policy of a dispatcher that names none: the system's authorities, every redirect, no credential.
public struct ABSystemSecurityPolicy: ABNetworkSecurityPolicy {
    /// The policy, which has nothing to set.
    public init() {}
}

/// What a server asks for.
public struct ABChallenge: Hashable, Sendable {
    /// The host, and the port where it is not the scheme's own.
    public let host: String
    /// What the server calls the part that is guarded; nil where it does not.
    public let realm: String?
    /// Whether what was sent along before was refused.
    public let isRefusal: Bool
}

/// A user's name and password.
public struct ABCredential: Hashable, Sendable {
    /// The name; one with a colon cannot go by Basic.
    public var user: String
    /// Never printed.
    public var password: String

    /// A name and a password as they are; they are encoded on their way out.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension ABCredential: CustomStringConvertible, CustomReflectable {
    /// The name alone.
    public var description: String { "a credential of \(user)" }
    /// What `dump` shows: nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
