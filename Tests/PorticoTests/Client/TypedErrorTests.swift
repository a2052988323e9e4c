import Foundation
import Portico
import PorticoTesting
import Testing

// The types that a failure may be made of: a value, a generic one, a class, one that is larger than any register.

private struct Small: Decodable, Equatable, Sendable { var code: Int }

private struct Large: Decodable, Equatable, Sendable {
    var code: Int
    var words = ["one", "two", "three"], more = (0..<16).map { "\($0)" }, a = 1, b = 2.0, c = "c", d: Date?
    enum CodingKeys: CodingKey { case code }
}

private struct Wrapped<Inner: Decodable & Equatable & Sendable>: Decodable, Equatable, Sendable {
    var code: Inner
}

private final class Shared: Decodable, Equatable, Sendable {
    let code: Int
    static func == (left: Shared, right: Shared) -> Bool { left.code == right.code }
}

private final class SharedGeneric<Inner: Decodable & Sendable>: Decodable, Sendable {
    let code: Inner
}

private enum Calls: Router {
    case show, text
    typealias Failure = Small
    var route: Route { "GET /calls" }
}

/// The error keeps its type, and arrives whole, whichever way it is thrown and whatever it is made of.
@Suite struct TypedErrorTests {
    private let client = Client.answering(json: #"{"code": 42}"#, status: 404)

    private func code<Failure: Decodable & Sendable>(
        _ type: Failure.Type, _ read: (Failure) -> Int
    ) async throws(CallError<Failure>) -> Int {
        do throws(CallError<Failure>) {
            _ = try await client.send(GetOrFail<User, Failure>())
        } catch {
            guard case .failure(let failure) = error.reason else { throw error }
            #expect(error.response?.status == 404)
            return read(failure)
        }
        return 0
    }

    @Test func `failures of every make arrive whole`() async throws {
        #expect(try await code(Small.self, \.code) == 42)
        #expect(try await code(Large.self, \.code) == 42)
        #expect(try await code(Wrapped<Int>.self, \.code) == 42)
        #expect(try await code(Shared.self, \.code) == 42)
        #expect(try await code(SharedGeneric<Int>.self, \.code) == 42)
        #expect(try await code(JSONValue.self) { $0["code"]?.int ?? 0 } == 42)
        #expect(try await code([String: Int].self) { $0["code"] ?? 0 } == 42)
        #expect(try await code(Small?.self) { $0?.code ?? 0 } == 42)
    }

    private func expect42<Value>(
        _ location: SourceLocation = #_sourceLocation, _ send: () async throws(CallError<Small>) -> Value
    ) async {
        do {
            _ = try await send()
            Issue.record("it fails", sourceLocation: location)
        } catch {
            guard case .failure(let failure) = error.reason else {
                Issue.record("\(error)", sourceLocation: location)
                return
            }
            #expect(failure == Small(code: 42), sourceLocation: location)
        }
    }

    @Test func `every style throws its own type`() async {
        let client = client
        let request = Request<User, Small>(.get, "/x", mapping: .decoded)
        await expect42 { () async throws(CallError<Small>) in try await client.send(GetOrFail<User, Small>()) }
        await expect42 { () async throws(CallError<Small>) in try await client.send(request) }
        await expect42 { () async throws(CallError<Small>) in try await client.send(Calls.show, as: User.self) }
        await expect42 { () async throws(CallError<Small>) in try await client.send(Calls.text, as: HTTPResponse.self) }
        await expect42 { () async throws(CallError<Small>) in try await client.send(Calls.show) }
        await expect42 { () async throws(CallError<Small>) in try await client.call(request).value }
        await expect42 { () async throws(CallError<Small>) in try await client.call(Calls.show, as: User.self).value }
        await expect42 { () async throws(CallError<Small>) in try await client.call(Calls.text).value }
    }

    @Test func `every style has a Result with its own type`() async {
        let client = client
        let request = Request<User, Small>(.get, "/x", mapping: .decoded)
        await expect42 { () async throws(CallError<Small>) in try await client.result(GetOrFail<User, Small>()).get() }
        await expect42 { () async throws(CallError<Small>) in try await client.result(request).get() }
        await expect42 { () async throws(CallError<Small>) in try await client.result(Calls.show, as: User.self).get() }
        await expect42 { () async throws(CallError<Small>) in
            try await client.result(Calls.text, as: HTTPResponse.self).get()
        }
        await expect42 { () async throws(CallError<Small>) in try await client.result(Calls.show).get() }
        await expect42 { () async throws(CallError<Small>) in try await client.call(request).result.get() }
    }

    @Test func `a request that names no failure throws an ErrorBody`() async throws {
        do {
            try await client.send(.thing)
            Issue.record("it fails")
        } catch {
            guard case .failure(let body) = error.reason else { throw error }
            #expect(body.json == ["code": 42])
        }
    }

    @Test func `explain and httpRequest throw the type of the call`() async {
        let request = Request<User, Small>(.get, "/a/\("..")", mapping: .decoded)

        do {
            _ = try await client.explain(request)
            Issue.record("it fails")
        } catch {
            guard case .invalidRequest = error.reason else {
                Issue.record("\(error)")
                return
            }
        }
        do {
            _ = try client.httpRequest(for: request)
            Issue.record("it fails")
        } catch {
            guard case .invalidRequest = error.reason else {
                Issue.record("\(error)")
                return
            }
        }
    }
}

extension Request where Response == User {
    fileprivate static var thing: Self { .get("/thing") }
}
