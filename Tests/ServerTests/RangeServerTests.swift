import Foundation
import Portico
import Testing

@Suite(.needsNginx) struct RangeServerTests {
    @Test(arguments: [("bytes=0-9", 0..<10), ("bytes=1000-1003", 1000..<1004), ("bytes=-4", 1_048_572..<1_048_576)])
    func `a range is answered with that part`(range: String, bytes: Range<Int>) async throws {
        let response = try await TestServer.nginx.send(.get, "/large.bin", fields: [.range: range])

        #expect(response.status == .partialContent)
        #expect(response.fields[.contentRange] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1048576")
        #expect(response.data == Data(bytes.map { UInt8($0 * 7 % 251) }))
    }

    @Test func `a range behind the end is answered with 416`() async throws {
        let response = try await TestServer.nginx.send(.get, "/large.bin", fields: [.range: "bytes=2000000-"])

        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.fields[.contentRange] == "bytes */1048576")
    }

    @Test func `a validator that still holds is answered with the part`() async throws {
        let server = try TestServer.nginx
        let validator = try #require(try await server.send(.get, "/large.bin").fields["ETag"])

        let response = try await server.send(
            .get, "/large.bin", fields: [.range: "bytes=1048570-", .ifRange: validator])

        #expect(response.status == .partialContent)
        #expect(response.fields[.contentRange] == "bytes 1048570-1048575/1048576")
        #expect(response.data?.count == 6)
    }

    @Test func `a validator that changed is answered with the whole`() async throws {
        let response = try await TestServer.nginx.send(
            .get, "/document.json", fields: [.range: "bytes=0-9", .ifRange: "\"another\""])

        #expect(response.status == .ok)
    }
}
