import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct AnswerTests {
    @Test func `a redirect whose body Foundation loses is an error, not a short answer`() async throws {
        let bench = try Bench(.text("moved", status: 302))

        #if canImport(Darwin)
        #expect(await bench.kind() == nil)
        #else
        #expect(await bench.kind() == .bodyTruncated)
        #endif
    }

    @Test func `cookies arrive one by one, other repeated fields joined, as declared`() async throws {
        let fields: HTTPFields = [
            "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "Set-Cookie": "b=2; Path=/", "X-Tag": "one",
            "X-Tag": "two",
        ]

        let response = try await Bench(.status(200, fields: fields)).send()

        #expect(response.fields.values(of: .setCookie) == fields.values(of: .setCookie))
        #expect(response.fields.values(of: "X-Tag") == ["one, two"])
        #expect(URLSessionTransport().capabilities.missing.contains(.repeatedFieldLines))
    }
}
