import Foundation
@testable import Portico
import PorticoTesting
import Testing

private let list: Request<[Int], ErrorBody> = .get("/things")

@Suite struct ReportTests {
    private let trail = Trail()

    private func client(reporting text: String) -> Client {
        Client.answering(json: "[1]").withMiddleware(
            Around { request, context, next in
                context.report(text)
                return try await next(request)
            })
    }

    @Test(arguments: [
        ("cache hit for /things", "cache hit for /things"),
        ("from https://h/a?token=s3cret&page=2", "from https://h/a?token=<redacted>&page=2"),
        ("password=s3cret", "password=<redacted>"), (#"{"password": "s3cret"}"#, #"{"password": "<redacted>"}"#),
        ("two\r\nlines", "two lines"), (String(repeating: "a", count: 2000), String(repeating: "a", count: 500) + "…"),
    ])
    func `what a layer reports is told, redacted and bounded`(text: String, expected: String) async throws {
        let client = client(reporting: text).withObserver { [trail] event in
            if case .report(let text) = event.kind { trail.add(text) }
        }

        try await client.send(list)

        #expect(trail.all == [expected])
    }

    @Test func `it is not made where nobody listens`() async throws {
        let client = Client.answering(json: "[1]").withMiddleware(
            Around { [trail] request, context, next in
                context.report(trail.added("made"))
                return try await next(request)
            })

        try await client.send(list)

        #expect(trail.all.isEmpty)
    }
}

extension Trail {
    fileprivate func added(_ text: String) -> String {
        add(text)
        return text
    }
}
