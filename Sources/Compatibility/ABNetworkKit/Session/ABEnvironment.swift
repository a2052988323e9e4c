import Portico

/// The server that a dispatcher talks to, and what all of its requests have in common.
///
/// ```swift
/// var environment = ABEnvironment(host: "https://api.example.com/v2", type: .development)
/// environment.headers = ["X-App": "1"]
/// ```
public struct ABEnvironment: Sendable {
    /// Fields of every request that does not say otherwise.
    public var headers: [String: String]?
    /// The server's address, with `https://` unless it names another scheme, and with a path or without. One that is no
    /// URL makes each request fail.
    public var host: String
    /// What the environment is for.
    public var type: ABEnvironmentType

    /// An environment without fields of its own.
    public init(host: String, type: ABEnvironmentType) {
        self.host = host
        self.type = type
    }
}

/// What an environment is for.
public enum ABEnvironmentType: Hashable, Sendable {
    /// The server has this address in place of the environment's: that of a CDN, or of a server of one's own.
    case custom(String)
    /// Calls are logged, with secrets hidden: see ``ABNetworkServices/log``.
    case development
    /// Calls are not logged.
    case production
}

extension ABEnvironment {
    /// The same as `Portico` has it.
    /// - Parameter added: fields that give way to those of the environment.
    func environment(adding added: [String: String]) -> APIEnvironment {
        let (kind, host): (APIEnvironment.Kind, String) =
            switch type {
            case .custom(let host): (.custom, host)
            case .development: (.development, self.host)
            case .production: (.production, self.host)
            }
        let base = host.contains("://") ? host : "https://\(host)"
        var fields = HTTPFields(headers ?? [:])
        fields.appendDefaults(HTTPFields(added))
        return APIEnvironment("\(kind)", kind: kind, baseURL: base, fields: fields)
    }
}

extension HTTPFields {
    /// The fields of a dictionary, by name.
    init(_ fields: [String: String]) {
        self.init(fields.sorted { $0.key < $1.key }.map { HTTPField(name: HTTPField.Name($0.key), value: $0.value) })
    }
}
