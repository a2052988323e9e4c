import Foundation
import Portico

/// The proxies that libcurl would take from environment variables without being asked.
struct ProxyEnvironment: Sendable {
    /// The variable that would be followed, by scheme.
    private let variables: [String: String]
    private let exceptions: [String]

    /// - Parameter environment: names and values; libcurl reads `http_proxy` in small letters only, the others in both.
    init(_ environment: [String: String]) {
        func first(_ names: String...) -> String? { names.first { environment[$0]?.isEmpty == false } }
        var variables: [String: String] = [:]
        variables["http"] = first("http_proxy", "all_proxy", "ALL_PROXY")
        variables["https"] = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        self.variables = variables
        let list = first("no_proxy", "NO_PROXY").flatMap { environment[$0] } ?? ""
        exceptions = list.lowercased().split { $0 == "," || $0 == " " }.map { String($0.drop { $0 == "." }) }
    }

    #if canImport(Darwin)
    static var current: ProxyEnvironment? { nil }
    #else
    static var current: ProxyEnvironment? { ProxyEnvironment(ProcessInfo.processInfo.environment) }
    #endif

    /// Refuses a request that would go through such a proxy.
    func check(_ request: HTTPRequest) throws(TransportError) {
        guard let variable = variables[request.scheme], !isException(request.authority) else { return }
        throw TransportError(
            .unsupported,
            """
            URLSession on Linux would use the proxy of the environment variable \(variable): unset it, name the host in \
            no_proxy, or allow it with usesProxyEnvironment
            """
        )
    }

    private func isException(_ authority: String) -> Bool {
        let host = authority.prefix { $0 != ":" }.lowercased()
        return exceptions.contains { $0 == "*" || $0 == host || host.hasSuffix(".\($0)") }
    }
}
