/// Why a redirect was not followed, where its answer would not be what the caller wants either.
///
/// The answer itself is ``CallError/response``.
public struct RedirectError: Error, Hashable, Sendable {
    /// What is wrong with a redirect.
    public enum Reason: Error, Hashable, Sendable {
        /// `Location` is no URL that a request can go to; what is wrong with it, as a clause.
        case invalidLocation(String)
        /// `Location` is a URL of another scheme than `https` and `http`.
        case unsupportedScheme(String)
        /// From `https` to `http`, which no policy allows unless ``RedirectPolicy/allowsDowngrade`` is set.
        case downgrade
        /// The same request as before, and no answer in between has set a cookie that could make a difference.
        case loop
        /// More redirects than the policy allows.
        case tooMany(limit: Int)
    }

    /// What is wrong.
    public let reason: Reason
    /// The status of the answer that redirects.
    public let status: HTTPStatus
    /// Redacted: the URLs of the requests, in order, and last the place that the answer names. Of long ones the
    /// beginning.
    public let urls: [String]
}

extension RedirectError: CustomStringConvertible {
    /// In one line: `a loop of redirects: https://h/a -> https://h/b -> https://h/a`.
    public var description: String {
        switch reason {
        case .loop: "a loop of redirects: \(path(from: loopStart))"
        case .tooMany(let limit): "more than \(limit) redirects: \(path(from: 0))"
        case .downgrade: "the \(status) leads from https to http: \(path(from: urls.count - 2))"
        case .unsupportedScheme(let scheme):
            "the \(status) leads to the scheme '\(scheme)', which is neither https nor http: \(path(from: urls.count - 2))"
        case .invalidLocation(let problem):
            "the Location of the \(status) leads nowhere, \(problem): \(urls.last ?? "")"
        }
    }

    private var loopStart: Int { urls.dropLast().lastIndex(of: urls.last ?? "") ?? 0 }

    private func path(from start: Int) -> String { urls[max(0, start)...].joined(separator: " -> ") }
}
