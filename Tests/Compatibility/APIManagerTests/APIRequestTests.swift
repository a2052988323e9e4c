import APIManager
import Foundation
import Portico
import PorticoTesting
import Testing

/// A service in process, each with a stub of its own.
private protocol Stubbed: APIService {
    static var stub: StubTransport { get }
}

extension Stubbed {
    static var baseURL: String { "https://api.example/v1" }
    static var transport: any Transport { stub }
}

private struct Thing: Decodable, Equatable, Sendable, APIReturnable {
    var id: Int
}

@Suite struct APIRequestTests {
    private enum Things: Stubbed {
        static let stub = StubTransport(.json(#"{"id": 1}"#))
        static var headers: HTTPHeaders? { ["Content-Type": "application/json", "X-App": "1"] }
    }

    @Test func `parameters, body and fields go out, escaped once and in the order of their names`() async throws {
        let endings = Endings<Thing>()
        let request = APIRequest<Thing>(
            service: Things.self, endpoint: "/things/ä b",
            params: ["q": "a+b&c", "n": 1, "all": [1, 2], "no": NSNull()],
            body: ["on": true, "inner": ["a": 1.5]], method: .POST)

        endings.watch(request).perform(withAuthorization: nil)

        guard case .success(let thing, let onMainThread) = await endings.next() else {
            Issue.record("it succeeds")
            return
        }
        let sent = try #require(Things.stub.requests.last)
        #expect(thing == Thing(id: 1))
        #expect(!onMainThread)
        #expect(sent.urlText == "https://api.example/v1/things/%C3%A4%20b?all=1&all=2&n=1&q=a%2Bb%26c")
        #expect(sent.body.data.map { String(decoding: $0, as: UTF8.self) } == #"{"inner":{"a":1.5},"on":true}"#)
        #expect(sent.fields["X-App"] == "1")
        #expect(sent.fields.values(of: .contentType) == ["application/json"])
    }

    private struct Session: APIAuthorization {
        var params: HTTPParameters? { ["token": "s1"] }
        var body: APIManager.HTTPBody? { ["session": "s2"] }
        var headers: HTTPHeaders? { ["X-Session": "s3", "X-App": "2"] }
    }

    private enum Refusing: Stubbed {
        static let stub = StubTransport(.json(#"{"reason": "no"}"#, status: 403))
        static var headers: HTTPHeaders? { ["X-App": "1"] }
    }

    @Test func `an authorization adds parameters, body and fields, and is hidden in errors`() async throws {
        let endings = Endings<Thing>()
        let request = APIRequest<Thing>(
            service: Refusing.self, endpoint: "things", params: ["token": "mine", "page": 1], method: .PUT)

        endings.watch(request).perform(withAuthorization: Session())

        guard case .failure(let error as CallError<ErrorBody>, _) = await endings.next() else {
            Issue.record("it fails")
            return
        }
        let sent = try #require(Refusing.stub.requests.last)
        #expect(sent.path == "/v1/things?page=1&token=s1")
        #expect(sent.body.data.map { String(decoding: $0, as: UTF8.self) } == #"{"session":"s2"}"#)
        #expect(sent.fields["X-Session"] == "s3")
        #expect(sent.fields.values(of: "X-App") == ["2"])
        #expect(error.response?.status == .forbidden)
        let printed = String(reflecting: error) + String(describing: error.request)
        #expect(!printed.contains("s1") && !printed.contains("s2") && !printed.contains("s3"), "\(printed)")
    }

    private enum Silent: Stubbed {
        static let stub = StubTransport(.json(#"{"id": 1}"#))
    }

    @Test func `a request that is cancelled before its start ends, with nothing sent`() async {
        let endings = Endings<Thing>()
        let request = endings.watch(APIRequest<Thing>(service: Silent.self, endpoint: "/things", method: .GET))

        request.cancel()
        let ending = await endings.next()
        request.perform(withAuthorization: nil)
        endings.watch(request).cancel()
        let later = await endings.next()

        guard case .cancellation = ending, case .cancellation = later else {
            Issue.record("\(String(describing: ending)), \(String(describing: later))")
            return
        }
        #expect(Silent.stub.requestCount == 0)
    }

    private enum Held: Stubbed {
        static let gate = Gate()
        static let stub = StubTransport { _ in
            await gate.wait()
            return .empty(204)
        }
    }

    @Test func `a request that is cancelled under way ends as cancelled`() async {
        let endings = Endings<Data>()
        let request = endings.watch(APIRequest<Data>(service: Held.self, endpoint: "/slow", method: .DELETE))

        request.perform(withAuthorization: nil).perform(withAuthorization: nil)
        await Held.gate.waitForArrivals(1)
        request.cancel()

        guard case .cancellation = await endings.next() else {
            Issue.record("it was cancelled")
            return
        }
        #expect(Held.stub.requestCount == 1)
    }

    private enum Odd: Stubbed {
        static let stub = StubTransport(sequence: [.json(#"{"id": "x"}"#), .status(304), .status(500), .status(204)])
        static func accepts(statusCode: Int) -> Bool { statusCode == 304 || (200...299).contains(statusCode) }
    }

    @Test func `the service says which statuses are successes`() async {
        let endings = Endings<Data>()
        func perform() async -> String {
            endings.watch(APIRequest<Data>(service: Odd.self, endpoint: "/odd", method: .GET))
                .perform(withAuthorization: nil)
            switch await endings.next() {
            case .success(let data, _): return "\(data.count) bytes"
            case .failure(let error as CallError<ErrorBody>, _): return "\(error.response?.status.code ?? 0)"
            default: return "nothing"
            }
        }

        #expect(await perform() == "11 bytes")
        #expect(await perform() == "0 bytes")
        #expect(await perform() == "500")
        #expect(await perform() == "0 bytes")
    }

    @Test(arguments: ["not a URL", "", "ftp://h"])
    func `a base that is no URL is a failure that says so`(base: String) async {
        enum Nowhere: APIService {
            @TaskLocal static var base = ""
            static var baseURL: String { base }
        }
        let endings = Endings<Data>()
        let request = endings.watch(APIRequest<Data>(service: Nowhere.self, endpoint: "/x", method: .GET))

        Nowhere.$base.withValue(base) { _ = request.perform(withAuthorization: nil) }

        guard case .failure(let error, _) = await endings.next() else {
            Issue.record("it fails")
            return
        }
        #expect("\(error)".contains("is no http or https URL"), "\(error)")
    }
}
