import APIManager
import Foundation
import Portico
import Testing

extension Trait where Self == ConditionTrait {
    static var needsHTTPBin: Self {
        let httpbin = ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"]
        return .enabled(if: httpbin != nil, "needs httpbin, which make test starts")
    }
}

@Suite struct DocumentTests {
    @Test func `a Decodable type is returnable by the document's own extension`() throws {
        #expect(try Point(from: Data(#"{"x": 1, "y": 2}"#.utf8)) == Point(x: 1, y: 2))
    }
}

@Suite(.needsHTTPBin) struct DocumentServerTests {
    @Test func `the document's chain gives the value on a background thread`() async throws {
        let (values, source) = AsyncStream<(ReturnType, onMainThread: Bool)>.makeStream()

        ExampleService.getUser(byId: 452398)
            .onSuccess { (returnValue: ReturnType) in
                // Handle Success (Background thread)
                let onMainThread = Thread.isMainThread
                DispatchQueue.main.async {
                    // Handle Success (main thread)
                    source.yield((returnValue, onMainThread))
                }
            }
            .onFailure { (error) in
                // Handle Failure (Background thread)
                DispatchQueue.main.async {
                    // Handle Failure (main thread)
                    Issue.record("\(error)")
                    source.finish()
                }
            }
            .perform(withAuthorization: nil)

        let (value, onMainThread) = try #require(await values.first { _ in true })
        #expect(value.method == "GET")
        #expect(value.args == ["id": "452398"])
        #expect(value.url.hasSuffix("/anything/users?id=452398"))
        #expect(!onMainThread)
    }

    @Test func `a request without callbacks is performed`() {
        let request = ExampleService.getUser(byId: 452398)
        request.perform(withAuthorization: nil)
    }

    @Test func `the type of a callback decides what is returned`() async throws {
        let text = await withCheckedContinuation { continuation in
            ExampleService.getAnything(byId: 7)
                .onSuccess { (text: String) in continuation.resume(returning: text) }
                .onFailure { error in continuation.resume(returning: "\(error)") }
                .perform(withAuthorization: nil)
        }

        #expect(text.contains(#""id": "7""#))
    }
}
