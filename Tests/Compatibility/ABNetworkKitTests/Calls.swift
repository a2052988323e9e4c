import ABNetworkKit
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum Servers {
    static let httpbin = ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"]
    static func nginx(_ name: String) -> String? { ProcessInfo.processInfo.environment["PORTICO_NGINX_\(name)"] }

    /// A certificate of the test run.
    static func certificate(_ name: String) throws -> Data {
        let folder = try #require(ProcessInfo.processInfo.environment["PORTICO_CERTIFICATES"])
        return try Data(contentsOf: URL(fileURLWithPath: folder).appending(component: name))
    }
}

extension Trait where Self == ConditionTrait {
    static var needsHTTPBin: Self { .enabled(if: Servers.httpbin != nil, "needs httpbin, which make test starts") }
    static var needsNginx: Self { .enabled(if: Servers.nginx("TLS") != nil, "needs nginx, which make test starts") }
}

/// A request of parts.
struct Ask: ABRequestProtocol {
    var method = ABHTTPMethod.get
    var path: String
    var parameters = ABRequestParams.url(nil)
    var headers: [String: String]?
    var actionType = ABRequestAction.standard
    var responseType = ABResponseType.json
}

/// What became of a request, in values that go from thread to thread.
enum Outcome: Sendable {
    case file(URL?, status: Int?)
    case error(any Error, status: Int?)
    case json(Data?, status: Int?)

    init(_ response: ABNetworkResponse) {
        switch response {
        case .file(let location, let head): self = .file(location, status: head?.statusCode)
        case .error(let error, let head): self = .error(error ?? CancellationError(), status: head?.statusCode)
        case .json(let json, let head):
            let data = json.flatMap { try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
            self = .json(data, status: head?.statusCode)
        }
    }

    var status: Int? {
        switch self {
        case .file(_, let status), .error(_, let status), .json(_, let status): status
        }
    }

    /// The JSON object; empty where there is none.
    var object: [String: Any] {
        guard case .json(let data?, _) = self else { return [:] }
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    var error: (any Error)? { if case .error(let error, _) = self { error } else { nil } }
}

extension ABDispatcherProtocol {
    /// Sends a request, and returns what became of it.
    func outcome(of request: Ask) async throws -> Outcome {
        let (outcomes, source) = AsyncStream<Outcome>.makeStream()
        try execute(request: request) { response in source.yield(Outcome(response)) }
        return try #require(await outcomes.first { _ in true })
    }
}

/// A dispatcher that adds no state, and so may be shared.
final class SendableDispatcher: ABNetworkDispatcher, @unchecked Sendable {}
