import APIManager
import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A service whose configuration changes while it is used, and whose token is refreshed.
private enum Busy: APIService {
    static let configuration = Mutex((headers: ["X-Version": "0"], changes: 0))
    static let token = Mutex("old")
    static var baseURL: String { "https://api.example" }
    static var headers: HTTPHeaders? { configuration.withLock(\.headers) }
    static let transport: any Transport = StubTransport { request in
        let isNew = request.fields["X-Token"] == "new"
        return isNew ? .json(#"{"n": \#(request.path.split(separator: "=").last ?? "")}"#) : .empty(401)
    }
}

private struct Number: Decodable, Sendable, APIReturnable {
    var n: Int
}

private struct Token: APIAuthorization {
    var headers: HTTPHeaders? { ["X-Token": Busy.token.withLock(\.self)] }
}

@Suite struct APIRequestConcurrencyTests {
    private func number(_ n: Int) -> APIRequest<Number> {
        APIRequest(service: Busy.self, endpoint: "/n", params: ["n": n], method: .GET)
    }

    /// The value, after a refresh of the token where that is refused.
    private func value(_ n: Int, endings: Mutex<Int>.Reference) async -> Int? {
        for _ in 0..<2 {
            let value: Int? = await withCheckedContinuation { continuation in
                number(n)
                    .onSuccess { continuation.resume(returning: $0.n) }
                    .onFailure { _ in continuation.resume(returning: nil) }
                    .perform(withAuthorization: Token())
            }
            endings.add()
            if let value { return value }
            Busy.token.withLock { $0 = "new" }
        }
        return nil
    }

    @Test func `a hundred requests end once each, while headers change and a token is refreshed`() async {
        let endings = Mutex<Int>.Reference()
        let values = await withTaskGroup(of: Int?.self) { group in
            for n in 0..<100 {
                group.addTask { await value(n, endings: endings) }
                group.addTask {
                    Busy.configuration.withLock { $0 = (["X-Version": "\(n)"], $0.changes + 1) }
                    return nil
                }
            }
            return await group.reduce(into: Set()) { if let value = $1 { $0.insert(value) } }
        }

        #expect(values == Set(0..<100))
        #expect(endings.value >= 100)
        #expect(Busy.configuration.withLock(\.changes) == 100)
    }

    @Test func `a request that is performed and cancelled at once ends in one way`() async {
        for n in 0..<100 {
            let counts = Mutex<Int>.Reference()
            let request = number(n)
            await withCheckedContinuation { ended in
                request
                    .onSuccess { _ in
                        counts.add()
                        ended.resume()
                    }
                    .onFailure { _ in
                        counts.add()
                        ended.resume()
                    }
                    .onCancellation {
                        counts.add()
                        ended.resume()
                    }
                DispatchQueue.global().async { request.perform(withAuthorization: Token()) }
                DispatchQueue.global().async { request.cancel() }
            }
            #expect(counts.value == 1)
        }
    }
}

extension Mutex<Int> {
    /// A counter that closures share.
    final class Reference: Sendable {
        private let count = Mutex<Int>(0)

        var value: Int { count.withLock(\.self) }

        func add() { count.withLock { $0 += 1 } }
    }
}
