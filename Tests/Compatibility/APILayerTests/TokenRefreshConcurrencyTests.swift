import APILayer
import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// A server and the app's token for it: the server takes the token of the newest number.
private final class Session: TokenRefreshDelegate {
    private let state = Mutex((token: 1, valid: 2, refreshes: 0, sent: 0))
    private let succeeds: Bool
    private let answersTwice: Bool

    init(succeeds: Bool = true, answersTwice: Bool = false) {
        self.succeeds = succeeds
        self.answersTwice = answersTwice
    }

    var token: Int { state.withLock(\.token) }
    var refreshes: Int { state.withLock(\.refreshes) }
    var sent: Int { state.withLock(\.sent) }

    /// The token ends.
    func end() { state.withLock { $0.valid = $0.token + 1 } }

    func tokenRefreshIsIndicated(_ response: HTTPResponse) -> Bool { response.status == .unauthorized }

    func tokenRefresh(completion: @escaping @Sendable (_ success: Bool) -> Void) {
        // Its own request goes out with no wait, and its refusal is only its own.
        API.request(Call.item(0)) { (_: Result<Any?, any Error>) in
            self.state.withLock { state in
                state.refreshes += 1
                if self.succeeds { state.token = state.valid }
            }
            completion(self.succeeds)
            if self.answersTwice { completion(!self.succeeds) }
        }
    }

    var transport: StubTransport {
        StubTransport { [self] request in
            let isValid = state.withLock { state in
                state.sent += 1
                return request.fields["X-Token"] == "\(state.valid)"
            }
            guard isValid else { return .empty(401) }
            if request.path == "/broken" { return .text("<h1>Out of order</h1>", status: 500) }
            return .json(#"{"n": \#(request.path.split(separator: "/").last ?? "")}"#)
        }
    }
}

private enum Call: RouterProtocol {
    case item(Int), upload(Int), broken

    var method: APILayer.Method { if case .upload = self { .post } else { .get } }
    var path: String {
        switch self {
        case .item(let n), .upload(let n): "/items/\(n)"
        case .broken: "/broken"
        }
    }
    var encoding: ParameterEncoding { .url }
    var baseURLString: String { "https://api.example" }
    var uploadData: (data: Data, name: String, fileName: String, mimeType: String)? {
        guard case .upload = self else { return nil }
        return (Data("photo".utf8), "photo", "photo.png", "image/png")
    }
}

/// Puts the session's token on each request.
private final class TokenMapper: ParameterMapper {
    private let session: Session

    init(_ session: Session) { self.session = session }

    override func headersForRouter(router: any RouterProtocol) -> [String: String] { ["X-Token": "\(session.token)"] }
}

private final class Item: ResponseObjectSerializable {
    let n: Int
    required init(representation: Any, error: inout (any Error)?) {
        n = API.parameterMapper.value(fromRepresentation: representation, key: "n", error: &error)
    }
}

extension SharedAPI {
    @Suite(.serialized) struct TokenRefreshConcurrencyTests {
        private func use(_ session: Session) {
            API.mocker = nil
            API.completionQueue = .global()
            API.parameterMapper = TokenMapper(session)
            API.tokenRefreshDelegate = session
            API.transport = session.transport
        }

        private func number(_ call: Call) async -> Result<Int, any Error> {
            do { return .success(try await ask(call, Item.self).n) } catch { return .failure(error) }
        }

        private func numbers(_ calls: [Call]) async -> [Result<Int, any Error>] {
            await withTaskGroup(of: Result<Int, any Error>.self) { group in
                for call in calls { group.addTask { await number(call) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }

        @Test func `a hundred requests and uploads cause one refresh, and each ends once, while settings are set`()
            async
        {
            let session = Session()
            use(session)
            let calls = (0..<100).map { $0.isMultiple(of: 2) ? Call.item($0) : .upload($0) }

            async let settings: Void = withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        API.mocker = nil
                        API.parameterMapper = TokenMapper(session)
                        API.parameterMapper.dateFormatter = DateFormatter()
                        API.tokenRefreshDelegate = session
                        API.completionQueue = .global()
                    }
                }
            }
            let results = await numbers(calls)
            await settings

            #expect(Set(results.compactMap { try? $0.get() }) == Set(0..<100))
            #expect(session.refreshes == 1)
        }

        @Test func `a refresh that fails is the failure of all that wait`() async throws {
            let session = Session(succeeds: false)
            use(session)

            let results = await numbers((0..<20).map { .upload($0) })

            for result in results {
                guard case .failure(let error as CallError<ErrorBody>) = result,
                    case .authentication(let failure) = error.reason
                else {
                    Issue.record("\(result)")
                    continue
                }
                #expect(failure.underlying as? TokenRefreshError == .failed)
            }
        }

        @Test func `a delegate that calls its completion twice has called it once`() async throws {
            let session = Session(answersTwice: true)
            use(session)

            #expect(try await number(.item(7)).get() == 7)
            #expect(session.refreshes == 1)
        }

        @Test func `a status of 500 without JSON is a failure`() async {
            let session = Session()
            use(session)

            guard case .failure(let error as CallError<ErrorBody>) = await number(.broken) else {
                Issue.record("it fails")
                return
            }
            #expect(error.response?.status == .internalServerError)
            #expect(error.request?.fields["X-Token"] == Redaction.replacement)
        }

        @Test func `a token can be refreshed before anybody was refused`() async throws {
            let session = Session()
            use(session)

            let isThere = await withCheckedContinuation { continuation in
                API.tokenRefresh { continuation.resume(returning: $0) }
            }
            let sent = session.sent
            _ = try await number(.item(1)).get()

            #expect(isThere)
            #expect(session.refreshes == 1)
            #expect(session.sent == sent + 1)
        }

        @Test func `without a delegate a refusal is the request's failure`() async {
            let session = Session()
            use(session)
            API.tokenRefreshDelegate = nil

            guard case .failure(let error as CallError<ErrorBody>) = await number(.item(1)) else {
                Issue.record("it fails")
                return
            }
            #expect(error.response?.status == .unauthorized)
            let isThere = await withCheckedContinuation { continuation in
                API.tokenRefresh { continuation.resume(returning: $0) }
            }
            #expect(!isThere)
        }

        @Test func `a request that is cancelled calls its completion once`() async {
            use(Session())
            for n in 0..<100 {
                let count = Mutex(0)
                await withCheckedContinuation { ended in
                    let call = API.request(Call.item(n)) { (_: Result<Any?, any Error>) in
                        count.withLock { $0 += 1 }
                        ended.resume()
                    }
                    DispatchQueue.global().async { call.cancel() }
                }
                #expect(count.withLock(\.self) == 1)
            }
        }
    }
}
