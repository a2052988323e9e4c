/// Why a `Set-Cookie` line sets no cookie.
public enum CookieRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// Neither a name nor a value.
    case empty
    /// A control character other than a tab.
    case controlCharacter
    /// Name and value are longer than 4096 bytes together.
    case tooLarge
    /// `Domain` is not the host that answered, nor one above it.
    case foreignDomain
    /// `Domain` is a whole registry, such as `com`.
    case publicSuffix
    /// `Secure`, from `http` on another machine.
    case secureFromPlainHTTP
    /// From `http` on another machine, beside a `Secure` cookie of the same name that it would stand in for.
    case secureCookieShadowed
    /// `SameSite=None` without `Secure`.
    case sameSiteNoneWithoutSecure
    /// A name that begins with `__Secure-` or `__Host-`, without what that promises.
    case prefixNotKept
    /// A host whose name is longer than 253 bytes, or that is none.
    case invalidHost
}
