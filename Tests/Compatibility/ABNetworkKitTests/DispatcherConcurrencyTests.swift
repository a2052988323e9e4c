import ABNetworkKit
import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// Whose password changes while requests are under way.
private final class Passwords: ABNetworkSecurityPolicy {
    private let password = Mutex("old")

    func change(to password: String) { self.password.withLock { $0 = password } }

    func credential(for challenge: ABChallenge) async -> ABCredential? {
        ABCredential(user: "ada", password: password.withLock(\.self))
    }
}

/// A dispatcher without state of its own, which is locked in the class above.
private final class SharedDispatcher: ABNetworkDispatcher, @unchecked Sendable {
    static let passwords = Passwords()
    override var securityPolicy: any ABNetworkSecurityPolicy { Self.passwords }
}

@Suite struct DispatcherConcurrencyTests {
    @Test func `a hundred requests end once each, while the password changes and some are cancelled`() async throws {
        let new = "Basic " + Data("ada:new".utf8).base64EncodedString()
        let server = try MockServer { request in
            guard request.fields[.authorization] == new else {
                return .status(401, fields: [.wwwAuthenticate: #"Basic realm="r""#])
            }
            return .json(#"{"n": \#(request.query?.split(separator: "=").last ?? "")}"#)
        }
        let dispatcher = SharedDispatcher(
            environment: ABEnvironment(host: server.baseURL.absoluteString, type: .production))

        let ended = await withTaskGroup(of: Bool.self) { group in
            for n in 0..<100 {
                group.addTask {
                    if n == 50 { SharedDispatcher.passwords.change(to: "new") }
                    let outcome = try? await dispatcher.outcome(of: Ask(path: "/n", parameters: .url(["n": n])))
                    guard let outcome else { return false }
                    return outcome.status == 401 || outcome.object["n"] as? Int == n
                }
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let task = try? dispatcher.execute(request: Ask(path: "/n", parameters: .url(["n": n]))) { _ in
                            continuation.resume(returning: true)
                        }
                        task?.cancel()
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(ended == 200)
        #expect(try await dispatcher.outcome(of: Ask(path: "/n?n=7")).object["n"] as? Int == 7)
    }
}
