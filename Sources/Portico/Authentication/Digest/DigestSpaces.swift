import Synchronization

/// A server's nonce, and how often it was used.
final class DigestNonce: Sendable {
    /// What the server asked for, with the nonce that a session is bound to.
    let challenge: DigestChallenge
    let text: String
    /// The client's part of a session, which stays the same as long as the challenge does.
    let sessionNonce: String
    private let uses = Atomic<UInt64>(0)

    convenience init(_ challenge: DigestChallenge, sessionNonce: String) {
        self.init(challenge, challenge.nonce, sessionNonce: sessionNonce)
    }

    private init(_ challenge: DigestChallenge, _ text: String, sessionNonce: String) {
        self.challenge = challenge
        self.text = text
        self.sessionNonce = sessionNonce
    }

    /// The one that the server names for the next request: of the same challenge, and not used yet.
    func next(_ text: String) -> DigestNonce { DigestNonce(challenge, text, sessionNonce: sessionNonce) }

    /// The number of the next use; nil where it can no longer be written.
    var nextCount: UInt32? { UInt32(exactly: uses.load(ordering: .relaxed) + 1) }

    /// The number of this use, which no other has; nil where it can no longer be written.
    func takeCount() -> UInt32? { UInt32(exactly: uses.add(1, ordering: .relaxed).newValue) }
}

/// The nonces that servers gave, each with where it may be used before the server asks again (RFC 7616, section 3.6).
struct DigestSpaces: Sendable {
    /// Beyond it the oldest is forgotten, which costs a refused request.
    static let limit = 16

    private var spaces: [Space] = []

    private struct Space {
        let origin: Origin
        /// How the targets begin.
        let prefixes: [String]
        var nonce: DigestNonce

        /// The length of the longest prefix that a request's target has; nil where it is no request of this space.
        func match(_ request: HTTPRequest, _ origin: Origin) -> Int? {
            guard self.origin == origin else { return nil }
            return prefixes.filter { request.path.utf8.starts(with: $0.utf8) }.map(\.utf8.count).max()
        }
    }

    /// The nonce for a request, of the narrowest space that it lies in, the latest among equals.
    func nonce(for request: HTTPRequest) -> DigestNonce? {
        let origin = Origin(scheme: request.scheme, authority: request.authority)
        var best: (length: Int, nonce: DigestNonce)?
        for space in spaces where space.nonce.nextCount != nil {
            guard let length = space.match(request, origin), length >= best?.length ?? 0 else { continue }
            best = (length, space.nonce)
        }
        return best?.nonce
    }

    /// Keeps the nonce that a request's refusal brought, in place of the one of the same realm.
    mutating func keep(_ nonce: DigestNonce, from request: HTTPRequest) {
        let origin = Origin(scheme: request.scheme, authority: request.authority)
        spaces.removeAll { $0.origin == origin && $0.nonce.challenge.realm == nonce.challenge.realm }
        let prefixes = nonce.challenge.domain?.compactMap { Self.prefix($0, at: origin) } ?? ["/"]
        spaces.append(Space(origin: origin, prefixes: prefixes, nonce: nonce))
        if spaces.count > Self.limit { spaces.removeFirst() }
    }

    /// Goes on with the nonce that an answer names (section 3.5), unless another has taken the place of the one that was
    /// answered. One that the server names again keeps its count.
    mutating func replace(_ nonce: DigestNonce, by next: String) {
        guard next != nonce.text, let index = spaces.firstIndex(where: { $0.nonce === nonce }) else { return }
        spaces[index].nonce = nonce.next(next)
    }

    mutating func forget(_ nonce: DigestNonce) { spaces.removeAll { $0.nonce === nonce } }

    /// A place of a challenge's domain; nil for one on another server, where no credential goes.
    private static func prefix(_ place: String, at origin: Origin) -> String? {
        if place.hasPrefix("/"), !place.hasPrefix("//") { return place }
        guard let url = URLText(place), Origin(scheme: url.scheme, authority: url.authority) == origin else {
            return nil
        }
        return url.target
    }
}
