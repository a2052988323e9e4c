import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct UploadedFileTests {
    @Test func `a file that is not there is a failed body, and nothing is sent`() async throws {
        let bench = try Bench()
        let url = URL(fileURLWithPath: "/nowhere/at-all")

        let failure = await bench.transport.failure(.to(bench.server, .put, body: .file(url)))

        #expect(
            failure == "the request's body could not be read: the file '/nowhere/at-all': No such file or directory")
        #expect(bench.server.connectionCount == 0)
    }
}
