import Foundation
import Portico
import PorticoTesting
import Synchronization

/// A server that asks for Digest and takes a nonce so many times. It checks no password: what answers hold is what its
/// tests look at.
final class DigestServer: Sendable {
    private let received = Mutex<[DigestFields?]>([])
    private let state = Mutex((nonces: 0, uses: 0))
    private let parameters: String
    private let usesPerNonce: Int
    private let information: @Sendable (_ next: String) -> String?
    private let accepts: Bool

    /// - Parameter information: what `Authentication-Info` says to a request that is answered. Where the next nonce is
    ///   in it, only that one is taken from then on.
    init(
        _ parameters: String = "qop=\"auth\"", usesPerNonce: Int = .max, accepts: Bool = true,
        information: @escaping @Sendable (_ next: String) -> String? = { _ in nil }
    ) {
        self.parameters = parameters
        self.usesPerNonce = usesPerNonce
        self.accepts = accepts
        self.information = information
    }

    var transport: StubTransport { StubTransport { self.answer($0) } }

    /// `nonce:nc` of each request, or `-` where it brought no answer.
    var log: [String] {
        received.withLock { $0.map { $0.map { "\($0["nonce"] ?? ""):\($0["nc"] ?? "")" } ?? "-" } }
    }

    /// The answers to its challenges that it was sent.
    var answers: [DigestFields] { received.withLock { $0.compactMap(\.self) } }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let fields = request.fields[.authorization].map { DigestFields($0) }
        received.withLock { $0.append(fields) }
        let stale: Bool? = state.withLock { state in
            guard let fields, accepts else { return false }
            guard fields["nonce"] == "n\(state.nonces)", state.uses < usesPerNonce else { return true }
            state.uses += 1
            return nil
        }
        guard let stale else { return acceptance() }
        let nonce = state.withLock { state in
            state = (state.nonces + 1, 0)
            return state.nonces
        }
        let challenge = "Digest realm=\"r\", nonce=\"n\(nonce)\", stale=\(stale), \(parameters)"
        return .empty(.unauthorized, fields: [.wwwAuthenticate: challenge])
    }

    private func acceptance() -> HTTPResponse {
        let text = state.withLock { state in
            let next = "n\(state.nonces + 1)"
            let text = information(next)
            if text?.contains("\"\(next)\"") == true { state = (state.nonces + 1, 0) }
            return text
        }
        return .json("[1]", fields: text.map { ["Authentication-Info": $0] } ?? [:])
    }
}

/// The parameters of an `Authorization: Digest`, none of which has a comma in these tests.
struct DigestFields: Sendable {
    private let values: [String: String]

    init(_ text: String) {
        let pairs = text.dropFirst("Digest ".count).split(separator: ", ").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return (String(parts[0]), parts[1].trimmingCharacters(in: ["\""]))
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    subscript(name: String) -> String? { values[name] }
}
