/// An authenticator as a client holds it: by name, and with what it may be asked for.
///
/// A class, as is what a call makes of it: a call hands it on several times, and copies of its parts would cost more
/// than all the rest.
final class Authentication: Sendable {
    let name: String
    let allowsPlainHTTP: Bool
    let exchange: any CredentialExchange
    let keepsDeadlines: Bool

    init(_ authenticator: any Authenticator, named name: String, allowsPlainHTTP: Bool) {
        self.name = name
        self.allowsPlainHTTP = allowsPlainHTTP
        exchange = Self.exchange(authenticator)
        keepsDeadlines = (authenticator as? any DeadlineKeeping)?.keepsDeadlines == true
    }

    /// Found out once: a cast for each attempt would cost more than all the rest.
    private static func exchange(_ authenticator: any Authenticator) -> any CredentialExchange {
        guard let signer = authenticator as? any SigningAuthenticator else { return plain(authenticator) }
        return signing(signer)
    }

    private static func plain(_ authenticator: some Authenticator) -> any CredentialExchange {
        PlainExchange(authenticator: authenticator)
    }

    private static func signing(_ authenticator: some SigningAuthenticator) -> any CredentialExchange {
        SigningExchange(authenticator: authenticator)
    }

    /// Refuses a credential in plain text on a network.
    func check(_ request: HTTPRequest) throws(InvalidRequest) {
        guard request.scheme != "https", !allowsPlainHTTP, !Authority.isLoopback(request.authority) else { return }
        let message =
            "no credential goes over http, where everybody on the way can read it; use https, or allowsPlainHTTP"
        throw InvalidRequest(.url, message)
    }
}

/// An authenticator that a call uses, and the origin that it serves in it.
final class ChosenAuthentication: Sendable {
    let authentication: Authentication
    private let origin: Origin

    init(_ authentication: Authentication, for origin: Origin) {
        self.authentication = authentication
        self.origin = origin
    }

    /// Whether a request is the authenticator's: of its origin, and without a credential that the call brings along.
    func covers(_ request: HTTPRequest) -> Bool {
        serves(request) && !request.fields.contains(.authorization)
    }

    private func serves(_ request: HTTPRequest) -> Bool {
        if request.authority == origin.authority, request.scheme == origin.scheme { return true }
        return origin.admits(Origin(scheme: request.scheme, authority: request.authority))
    }
}

/// The authenticators of a client.
struct Authentications: Sendable {
    static let defaultName = "default"

    private(set) var all: [Authentication] = []

    mutating func set(_ authentication: Authentication) {
        all.removeAll { $0.name == authentication.name }
        all.append(authentication)
    }

    private subscript(name: String) -> Authentication? { all.first { $0.name == name } }

    var keepDeadlines: Bool { all.allSatisfy(\.keepsDeadlines) }

    /// Whether one of them signs what goes out.
    var sign: Bool { all.contains(where: \.exchange.signs) }

    /// The one that a choice means, for an environment's origin. A base that is none fails on its own.
    func chosen(
        by choice: AuthenticatorChoice?, in environment: APIEnvironment
    ) throws(InvalidRequest) -> ChosenAuthentication? {
        let chosen: Authentication?
        switch choice {
        case .anonymous: return nil
        case .named(let name): chosen = try named(name)
        case nil: chosen = self[Self.defaultName]
        }
        guard let chosen, let origin = try? environment.base.get().origin else { return nil }
        return ChosenAuthentication(chosen, for: origin)
    }

    private func named(_ name: String) throws(InvalidRequest) -> Authentication {
        if let authentication = self[name] { return authentication }
        let known = all.isEmpty ? "it has none" : "it has \(all.map { "'\($0.name)'" }.joined(separator: ", "))"
        throw InvalidRequest(.options, "the client has no authenticator named '\(name)'; \(known)")
    }
}
