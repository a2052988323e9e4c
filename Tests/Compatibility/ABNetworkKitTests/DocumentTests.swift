import ABNetworkKit
import Foundation
import Portico
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct DocumentTests {
    @Test func `a dispatcher and an operation of the document's own words work together`() async {
        let dispatcher = SampleDispatcher(environment: ABEnvironment(host: "https://h", type: .production))

        let path = await withCheckedContinuation { continuation in
            SampleOperation().execute(in: dispatcher) { continuation.resume(returning: $0) }
        }

        #expect(path == "https://h/users")
    }

    @Test func `the types have the document's cases, and the methods their names`() {
        #expect(SampleTypes.environments.count == 3)
        #expect(SampleTypes.methods.map(\.rawValue) == ["DELETE", "GET", "PATCH", "POST", "PUT"])
        #expect(ABHTTPMethod.allCases.allSatisfy { $0.method.rawValue == $0.rawValue })
        #expect(SampleTypes.actions.count == 4 && SampleTypes.parameters.count == 4)
        #expect(SampleTypes.responses == [.file(nameWithExtension: "archive.tar.gz"), .json])
        #expect(SampleTypes.name(of: .json(nil, nil)) == "JSON: nil")
    }
}

@Suite(.needsHTTPBin) struct DispatcherServerTests {
    private let dispatcher: ABNetworkDispatcher

    init() throws {
        var environment = ABEnvironment(host: try #require(Servers.httpbin), type: .production)
        environment.headers = ["X-App": "1", "X-Both": "environment"]
        dispatcher = ABNetworkDispatcher(environment: environment)
    }

    @Test func `the query arrives escaped once, and the fields of the request win`() async throws {
        let outcome = try await dispatcher.outcome(
            of: Ask(
                path: "/anything/a b", parameters: .url(["q": "x+y & z", "page": 2]), headers: ["X-Both": "request"]))

        let echo = outcome.object
        #expect(outcome.status == 200)
        #expect(echo["args"] as? [String: String] == ["q": "x+y & z", "page": "2"])
        #expect((echo["url"] as? String)?.contains("/anything/a%20b?") == true)
        let headers = try #require(echo["headers"] as? [String: String])
        #expect(headers["X-App"] == "1")
        #expect(headers["X-Both"] == "request")
    }

    @Test(arguments: [ABHTTPMethod.post, .put, .patch, .delete])
    func `a body is JSON`(method: ABHTTPMethod) async throws {
        let outcome = try await dispatcher.outcome(
            of: Ask(method: method, path: "/anything", parameters: .body(["name": "Ünï", "tags": [1, 2]])))

        let json = try #require(outcome.object["json"] as? [String: Any])
        #expect(json["name"] as? String == "Ünï")
        #expect(json["tags"] as? [Int] == [1, 2])
        #expect(outcome.object["method"] as? String == method.rawValue)
    }

    @Test(arguments: [200, 201, 202, 204, 205, 226])
    func `every status from 200 to 299 is a success, with a body or without`(status: Int) async throws {
        let outcome = try await dispatcher.outcome(of: Ask(method: .put, path: "/status/\(status)"))

        guard case .json(nil, status) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: [304, 400, 404, 418, 500, 503])
    func `every other status is an error, whatever the body is`(status: Int) async throws {
        let outcome = try await dispatcher.outcome(of: Ask(path: "/status/\(status)"))

        #expect(outcome.error is CallError<ErrorBody>)
        #expect(outcome.status == status)
    }

    @Test func `the head of an error is the server's own`() async throws {
        let challenge: String? = try await withCheckedThrowingContinuation { continuation in
            do {
                try dispatcher.execute(request: Ask(path: "/status/401")) { response in
                    guard case .error(_, let head) = response else { return continuation.resume(returning: nil) }
                    continuation.resume(returning: head?.value(forHTTPHeaderField: "WWW-Authenticate"))
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }

        #expect(challenge == #"Basic realm="Fake Realm""#)
    }

    @Test func `a page where JSON was expected is an error that says so`() async throws {
        let outcome = try await dispatcher.outcome(of: Ask(path: "/html"))

        #expect("\(try #require(outcome.error))".contains("the body is text/html"))
        #expect(outcome.status == 200)
    }

    @Test func `a form goes up with its files`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(component: "\(UUID().uuidString).txt")
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body: [String: Any] = ["title": "Ünï", "count": 2, "photo": Data("bytes".utf8), "report": file]

        let outcome = try await dispatcher.outcome(
            of: Ask(method: .post, path: "/anything", parameters: .body(body), actionType: .upload))

        #expect(outcome.object["form"] as? [String: String] == ["title": "Ünï", "count": "2"])
        #expect(outcome.object["files"] as? [String: String] == ["photo": "bytes", "report": "from a file"])
    }

    @Test func `a request that is cancelled ends once, as cancelled`() async throws {
        let (outcomes, source) = AsyncStream<Outcome>.makeStream()
        let task = try #require(
            try dispatcher.execute(request: Ask(path: "/delay/9")) { source.yield(Outcome($0)) })

        #expect(task.state == .running)
        task.cancel()
        task.cancel()
        let outcome = try #require(await outcomes.first { _ in true })

        #expect((outcome.error as? URLError)?.code == .cancelled)
        #expect(task.state == .completed)
    }

    @Test func `what cannot be sent is thrown, and nothing is called`() async throws {
        let nowhere = ABNetworkDispatcher(environment: ABEnvironment(host: "not a host", type: .production))

        #expect(throws: (any Error).self) {
            try dispatcher.execute(request: Ask(path: "/x", parameters: .url(["a": dispatcher]))) { _ in
                Issue.record("called")
            }
        }
        #expect(throws: InvalidRequest.self) {
            try nowhere.execute(request: Ask(path: "/x")) { _ in Issue.record("called") }
        }
    }

    @Test func `a custom environment is at another host`() async throws {
        let environment = ABEnvironment(
            host: "https://api.invalid", type: .custom(try #require(Servers.httpbin) + "/anything/cdn"))

        let outcome = try await ABNetworkDispatcher(environment: environment).outcome(of: Ask(path: "logo"))

        #expect((outcome.object["url"] as? String)?.hasSuffix("/anything/cdn/logo") == true)
    }

    @Test func `a configuration's fields go along, and its queue is where completions are called`() async throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-Extra": "e"]
        configuration.timeoutIntervalForResource = .infinity
        let queue = OperationQueue()
        queue.name = "completions"
        let dispatcher = ABNetworkDispatcher(
            environment: ABEnvironment(host: try #require(Servers.httpbin), type: .production),
            configuration: configuration, delegateQueue: queue)

        let (name, echo) = try await withCheckedThrowingContinuation { continuation in
            do {
                try dispatcher.execute(request: Ask(path: "/anything")) { response in
                    continuation.resume(returning: (OperationQueue.current?.name, Outcome(response)))
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }

        #expect(name == "completions")
        #expect((echo.object["headers"] as? [String: String])?["X-Extra"] == "e")
    }
}
