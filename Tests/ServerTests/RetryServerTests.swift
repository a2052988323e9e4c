import Foundation
import Portico
import Synchronization
import Testing

/// What is sent again, and what is not: the same over every transport.
@Suite(.needsNginx) struct RetryServerTests {
    private static let atOnce = RetryPolicy(backoff: RetryPolicy.Backoff(base: .zero, maximum: .zero))

    @Test(arguments: [(HTTPMethod.get, 3), (.put, 3), (.delete, 3), (.post, 1), (.patch, 1)])
    func `a bad gateway is asked again by those that may be sent twice`(method: HTTPMethod, attempts: Int) async throws
    {
        let client = try TestServer.nginx.client.withRetry(Self.atOnce)
        let request = Request<Data, ErrorBody>(method, "/bad-gateway/", mapping: .converted)

        let error = try #require(await client.failure(request))

        #expect(error.response?.status == .badGateway)
        #expect(error.attempts.map(\.number) == Array(1...attempts))
    }

    @Test func `a POST with a key is sent again with that key`() async throws {
        var policy = Self.atOnce
        policy.generatesIdempotencyKeys = true
        let keys = Mutex<[String?]>([])
        let client = try TestServer.nginx.client.withRetry(policy).withMiddleware(
            FieldReader { fields in keys.withLock { $0.append(fields["Idempotency-Key"]) } }, around: .attempt)

        let error = try #require(
            await client.failure(Request<Data, ErrorBody>(.post, "/bad-gateway/", mapping: .converted)))

        #expect(error.attempts.count == 3)
        #expect(keys.withLock { $0.count } == 3)
        #expect(Set(keys.withLock { $0 }).count == 1)
        #expect(keys.withLock { $0.first } != .some(nil))
    }

    @Test func `a server that says when to come again is not asked before, nor beyond the total deadline`() async throws
    {
        let waits = Mutex<[Duration]>([])
        let client = try TestServer.nginx.client.withRetry(.standard).withObserver { event in
            if case .retrying(let wait, _) = event.kind { waits.withLock { $0.append(wait) } }
        }
        let request = Request<Data, ErrorBody>(
            .get, "/limited", query: ["caller": UUID().uuidString], mapping: .converted)
        _ = try await client.send(request)

        let error = try #require(await client.failure(request, options: CallOptions(totalTimeout: .seconds(20))))

        #expect(error.response?.status == .tooManyRequests)
        #expect(error.attempts.count == 1)
        #expect(waits.withLock { $0 } == [])
    }
}

private struct FieldReader: Middleware {
    let read: @Sendable (HTTPFields) -> Void

    init(_ read: @escaping @Sendable (HTTPFields) -> Void) { self.read = read }

    func intercept(_ request: HTTPRequest, context: CallContext, next: Next) async throws -> HTTPResponse {
        read(request.fields)
        return try await next(request)
    }
}

extension Client {
    /// What a call fails with; nil where it does not.
    fileprivate func failure(
        _ request: Request<Data, ErrorBody>, options: CallOptions = CallOptions()
    ) async -> CallError<ErrorBody>? {
        if case .failure(let error) = await result(request, options: options) { error } else { nil }
    }
}
