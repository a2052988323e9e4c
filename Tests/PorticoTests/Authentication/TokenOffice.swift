import Foundation
import Portico
import PorticoTesting
import Synchronization

/// A server that takes the newest of its tokens, and gives the next for it.
final class TokenOffice: Sendable {
    private let state: Mutex<(valid: Int, refreshes: Int, sent: [String])>
    /// Where a refresh waits; open unless a test says otherwise.
    let gate = Gate()
    let failure = Mutex<(any Error)?>(nil)

    init(valid: Int = 1, isHeld: Bool = false) {
        state = Mutex((valid, 0, []))
        if !isHeld { gate.open() }
    }

    var refreshes: Int { state.withLock { $0.refreshes } }
    /// The tokens of the requests, in order.
    var sent: [String] { state.withLock { $0.sent } }

    func refresh(_ old: Int) async throws -> Int {
        state.withLock { $0.refreshes += 1 }
        await gate.wait()
        if let failure = failure.withLock(\.self) { throw failure }
        return state.withLock {
            $0.valid = old + 1
            return $0.valid
        }
    }

    var transport: StubTransport {
        StubTransport { [self] request in
            let token = request.fields[.authorization] ?? "none"
            let isValid = state.withLock { state in
                state.sent.append(token)
                return token == "Bearer \(state.valid)"
            }
            return isValid ? .json("[1]") : HTTPResponse(status: .unauthorized)
        }
    }
}
