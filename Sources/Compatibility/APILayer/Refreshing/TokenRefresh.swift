import Portico
import Synchronization

/// The refresh that all of the API's requests share. What it hands out is the number of the refresh; the token itself
/// is the app's.
enum TokenRefresh {
    static let refresher = CredentialRefresher<Int>(
        store: InMemoryCredentialStore(0),
        apply: .custom(hiding: { _ in }, { _, _ in }),
        refresh: { number in
            try await run()
            return number + 1
        })

    private static func run() async throws {
        guard let delegate = API.tokenRefreshDelegate else { throw TokenRefreshError.noDelegate }
        let ending = Ending()
        let isThere = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ending.wait(continuation)
                delegate.tokenRefresh { isThere in ending.end(isThere) }
            }
        } onCancel: {
            ending.end(false)
        }
        guard isThere else { throw TokenRefreshError.failed }
    }

    /// The first end of several.
    private final class Ending: Sendable {
        private struct State {
            var outcome: Bool?
            var waiter: CheckedContinuation<Bool, Never>?
        }

        private let state = Mutex(State())

        func wait(_ continuation: CheckedContinuation<Bool, Never>) {
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }

        func end(_ outcome: Bool) {
            let waiter = state.withLock { state in
                guard state.outcome == nil else { return nil as CheckedContinuation<Bool, Never>? }
                state.outcome = outcome
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: outcome)
        }
    }
}

/// Puts the fields of a router on its request, those of the moment, and has the token refreshed where the delegate says
/// so.
struct RouterAuthenticator: Authenticator {
    /// Nil where nobody refreshes.
    struct Credential: Sendable {
        let issued: IssuedCredential<Int>?
    }

    let delegate: (any TokenRefreshDelegate)?
    let fieldNames: [String]
    let headers: @Sendable () -> [String: String]

    func credential(for request: HTTPRequest, in call: CallContext) async throws -> Credential? {
        guard delegate != nil else { return Credential(issued: nil) }
        return Credential(issued: try await TokenRefresh.refresher.credential(for: request, in: call))
    }

    func apply(_ credential: Credential, to request: inout HTTPRequest) {
        for (name, value) in headers().sorted(by: { $0.key < $1.key }) { request.fields[HTTPField.Name(name)] = value }
    }

    func isRefusal(_ response: HTTPResponse) -> Bool { delegate?.tokenRefreshIsIndicated(response) == true }

    func credential(
        replacing refused: Credential?, after response: HTTPResponse, to request: HTTPRequest, in call: CallContext
    ) async throws -> Credential? {
        try await TokenRefresh.refresher
            .credential(replacing: refused?.issued, after: response, to: request, in: call)
            .map { Credential(issued: $0) }
    }

    func hideSecrets(in redaction: inout Redaction) {
        for name in fieldNames { redaction.fieldNames.insert(name) }
    }
}
