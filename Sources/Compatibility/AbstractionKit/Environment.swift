public import Foundation
public import Portico

/// A server that endpoints are at: an app names its own.
///
/// ```swift
/// extension Environment {
///     static let production = Environment("production", baseURL: "https://api.example.com")
///     static let staging = Environment("staging", baseURL: "https://staging.example.com/v2")
/// }
/// ```
///
/// Beside SwiftUI's type of this name write `AbstractionKit.Environment`.
public struct Environment: Sendable {
    /// The same as `Portico` has it, with the fields and the query that all requests have in common.
    public var environment: APIEnvironment

    /// A server by its base, with a path or without.
    /// - Parameters:
    ///   - name: what it is called, in errors.
    ///   - baseURL: an `http` or `https` URL. One that is none makes each call fail, with an error that says so.
    ///   - headers: fields of every request that does not say otherwise.
    public init(_ name: String, baseURL: String, headers: [String: String] = [:]) {
        let fields = HTTPFields(
            headers.sorted { $0.key < $1.key }.map { HTTPField(name: HTTPField.Name($0.key), value: $0.value) })
        self.init(APIEnvironment(name, baseURL: baseURL, fields: fields))
    }

    /// A server as `Portico` has it.
    public init(_ environment: APIEnvironment) { self.environment = environment }

    /// The URL of a path below the base, for frameworks that want one. The base is a folder: a slash at its end, and
    /// one at the path's beginning, make no difference, and its own query stays.
    /// - Parameter path: escaped already; the base itself where it is empty.
    public func url(forPath path: String) -> URL {
        let halves = environment.baseURLText.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let base = halves.first.map { $0.hasSuffix("/") ? $0.dropLast() : $0 } ?? ""
        let relative = path.drop { $0 == "/" }
        let query = halves.count == 2 ? "?\(halves[1])" : ""
        let text = base + (relative.isEmpty ? "" : "/\(relative)") + query
        return URL(string: String(text)) ?? URL(string: String(base)) ?? URL(fileURLWithPath: "/")
    }
}
