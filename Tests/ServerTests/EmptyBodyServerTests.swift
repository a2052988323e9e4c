import Portico
import Testing

@Suite(.needsHTTPBin, .needsNginx) struct EmptyBodyServerTests {
    @Test func `HEAD has fields and no body`() async throws {
        let response = try await TestServer.nginx.send(.head, "/large.bin", fields: [.acceptEncoding: "identity"])

        #expect(response.status == .ok)
        #expect(response.fields[.contentLength] == "1048576")
        #expect(response.data?.isEmpty == true)
    }

    @Test func `HEAD of a compressed resource decodes nothing`() async throws {
        let response = try await TestServer.httpbin.send(.head, "/gzip")

        #expect(response.status == .ok)
        #expect(response.data?.isEmpty == true)
    }

    @Test(arguments: [204, 205, 304])
    func `a status that allows no body has none`(code: Int) async throws {
        let response = try await TestServer.httpbin.send(.get, "/status/\(code)")

        #expect(response.status.code == code)
        #expect(response.data?.isEmpty == true)
    }

    @Test func `an ETag that still holds is answered with 304, and not with a cached body`() async throws {
        let server = try TestServer.httpbin

        #expect(try await server.send(.get, "/etag/v1", fields: [.ifNoneMatch: "\"v1\""]).status == .notModified)
        #expect(try await server.send(.get, "/etag/v1", fields: [.ifMatch: "\"v2\""]).status == .preconditionFailed)
        let changed = try await server.send(.get, "/etag/v1", fields: [.ifNoneMatch: "\"v0\""])
        #expect(changed.status == .ok)
        #expect(changed.fields[.eTag] == "v1" || changed.fields[.eTag] == "\"v1\"")
    }

    @Test func `nothing is cached between two calls`() async throws {
        let server = try TestServer.httpbin

        #expect(try await server.send(.get, "/cache/60").status == .ok)
        #expect(try await server.send(.get, "/cache/60").status == .ok)
        #expect(try await server.send(.get, "/cache", fields: [.ifModifiedSince: "x"]).status == .notModified)
    }

    @Test func `an empty answer of 200 is empty`() async throws {
        let response = try await TestServer.nginx.send(.get, "/empty.txt")

        #expect(response.status == .ok)
        #expect(response.data?.isEmpty == true)
    }
}
