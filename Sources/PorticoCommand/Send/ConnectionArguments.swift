#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoCurl
import PorticoTesting

/// How a request is carried, as options say it.
enum ConnectionArguments {
    static let options: [Option] = [
        .value("user", "u", "NAME:PASSWORD", "A credential for Basic authentication."),
        .value("bearer", nil, "TOKEN", "A token, as a credential. @FILE is better: others see a command line."),
        .flag("no-redirects", nil, "Take an answer that redirects as it is."),
        .value("max-redirects", nil, "NUMBER", "How many redirects are followed; 20 unless given."),
        .value(
            "retry", nil, "NUMBER", "How often a request that may be sent twice is sent at most; once unless given."),
        .value("timeout", "m", "SECONDS", "For the whole call; each attempt has 60 unless given."),
        .value("connect-timeout", nil, "SECONDS", "Until a connection stands."),
        .value("proxy", "x", "URL", "A proxy: http://[USER:PASSWORD@]HOST:PORT, or socks5://…"),
        .flag("proxy-environment", nil, "Use the proxies that environment variables name."),
        .value("http", nil, "VERSION", "1.1, or 2 from the first byte; what TLS settles on unless given."),
        .value("cacert", nil, "FILE", "Trust these authorities and no others: certificates in PEM."),
        .value("cert", nil, "FILE", "A client certificate in PEM, with --key."),
        .value("key", nil, "FILE", "The key of the client certificate, in PEM."),
        .value("pin", nil, "HOST=BASE64", "The SHA-256 of a public key that the host must have. May be repeated."),
        .flag("tls1.3", nil, "Speak no older TLS."),
        .flag("insecure", "k", "Trust any server. For development alone."),
        .value("resolve", nil, "HOST:PORT=ADDRESS", "An address that the system is not asked for. May be repeated."),
        .value("unix-socket", nil, "PATH", "Connect to a socket in the file system."),
        .flag("ipv4", "4", "Use addresses of IPv4 alone."),
        .flag("ipv6", "6", "Use addresses of IPv6 alone."),
    ]

    static func configuration(_ arguments: Arguments) throws -> CurlConfiguration {
        var configuration = CurlConfiguration(tls: try tls(arguments), proxy: try proxy(arguments.value("proxy")))
        configuration.usesProxyEnvironment = arguments.has("proxy-environment")
        switch arguments.value("http") {
        case nil: break
        case "1.1": configuration.httpVersion = .http1
        case "2": configuration.httpVersion = .http2PriorKnowledge
        case let version?: throw UsageError("--http takes 1.1 or 2, not '\(version)'")
        }
        guard !(arguments.has("ipv4") && arguments.has("ipv6")) else {
            throw UsageError("--ipv4 and --ipv6 leave no address")
        }
        if arguments.has("ipv4") { configuration.addressFamily = .ipv4 }
        if arguments.has("ipv6") { configuration.addressFamily = .ipv6 }
        for text in arguments.values("resolve") {
            let (host, address) = try pair(text, of: "resolve", "HOST:PORT=ADDRESS")
            configuration.addresses[host] = address
        }
        configuration.unixSocketPath = arguments.value("unix-socket")
        return configuration
    }

    static func callOptions(_ arguments: Arguments) throws -> CallOptions {
        var redirects = arguments.has("no-redirects") ? RedirectPolicy.refuse : .follow
        if let limit = try arguments.number("max-redirects", in: 0...100) { redirects.limit = limit }
        let total = try arguments.seconds("timeout")
        let attempts = try arguments.number("retry", in: 1...100)
        return CallOptions(
            connectTimeout: try arguments.seconds("connect-timeout"),
            attemptTimeout: total, totalTimeout: total,
            bodyLimit: try arguments.number("max-size", in: 0...Int.max),
            statusPolicy: .any,
            retry: attempts.map { RetryPolicy(maximumAttempts: $0) },
            redirectPolicy: redirects)
    }

    static func authenticator(_ arguments: Arguments) throws -> (any Authenticator)? {
        guard !(arguments.has("user") && arguments.has("bearer")) else {
            throw UsageError("--user and --bearer are two credentials")
        }
        if let text = arguments.value("bearer") {
            guard text.hasPrefix("@") else { return .bearer(text) }
            let token = String(decoding: try file(String(text.dropFirst())), as: UTF8.self)
            return .bearer(String(token.prefix { !$0.isNewline }))
        }
        guard let text = arguments.value("user") else { return nil }
        let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { throw UsageError("--user takes NAME:PASSWORD") }
        return .basic(user: sides[0], password: sides[1])
    }

    static func file(_ path: String) throws -> Data {
        do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw Failure("the file '\(path)' cannot be read: \(FileTrouble.reason(error))")
        }
    }
}

extension ConnectionArguments {
    private static func tls(_ arguments: Arguments) throws -> TLSPolicy {
        let others = ["cacert", "cert", "key", "pin", "tls1.3"]
        if arguments.has("insecure") {
            if let other = others.first(where: arguments.has) { throw UsageError("--insecure takes no --\(other)") }
            return .trustingAnyServerForDevelopment
        }
        var policy = TLSPolicy()
        if let path = arguments.value("cacert") { policy.roots = .custom(pem: try file(path)) }
        switch (arguments.value("cert"), arguments.value("key")) {
        case (let certificate?, let key?):
            policy.clientIdentity = .pem(certificates: try file(certificate), key: try file(key))
        case (nil, nil): break
        case (_?, nil): throw UsageError("--cert needs a --key")
        case (nil, _?): throw UsageError("--key needs a --cert")
        }
        for text in arguments.values("pin") {
            let (host, hash) = try pair(text, of: "pin", "HOST=BASE64")
            guard let sha256 = Data(base64Encoded: hash), sha256.count == 32 else {
                throw UsageError("--pin takes the 32 bytes of a SHA-256 in base64, not '\(hash)'")
            }
            policy.pins[host.lowercased(), default: []].insert(.publicKey(sha256: sha256))
        }
        if arguments.has("tls1.3") { policy.minimumVersion = .tls13 }
        return policy
    }

    private static func proxy(_ text: String?) throws -> CurlProxy? {
        guard let text else { return nil }
        let kinds: [(String, CurlProxy.Kind)] = [("http://", .http), ("socks5h://", .socks5), ("socks5://", .socks5)]
        guard let (prefix, kind) = kinds.first(where: { text.hasPrefix($0.0) }) else {
            throw UsageError("--proxy takes http://HOST:PORT or socks5://HOST:PORT")
        }
        let rest = String(text.dropFirst(prefix.count).prefix { $0 != "/" })
        guard let at = rest.lastIndex(of: "@") else { return CurlProxy(kind, rest) }
        let user = String(rest[..<at])
        let sides = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { side in
            FixtureEscaping.undone(side) ?? String(side)
        }
        guard sides.count == 2 else { throw UsageError("--proxy takes USER:PASSWORD before the @") }
        let credentials = CurlProxy.Credentials(user: sides[0], password: sides[1])
        return CurlProxy(kind, String(rest[rest.index(after: at)...]), credentials: credentials)
    }

    private static func pair(_ text: String, of option: String, _ form: String) throws -> (String, String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw UsageError("--\(option) takes \(form), not '\(text)'")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
