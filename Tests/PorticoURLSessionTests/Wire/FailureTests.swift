import Foundation
import Portico
import PorticoTesting
import PorticoURLSession
import Testing

@Suite struct FailureTests {
    static let faults: [(String, MockAnswer, TransportError.Kind)] = [
        ("a status that is none", .raw("HTTP/1.1 99 No\r\n\r\n").closing(), .malformedResponse),
        (
            "fewer bytes than announced, with a transfer coding that is none",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 9\r\n\r\nhello").closing(),
            .bodyTruncated
        ),
        (
            "a field that is no UTF-8",
            .raw(Data("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xE9] + Data("\r\n\r\n".utf8)).closing(), .malformedResponse
        ),
    ]

    @Test(arguments: faults.indices, Bench.deliveries)
    func `what goes wrong on the wire has its kind, buffered and streamed`(
        fault: Int, delivery: TransportOptions.Delivery
    ) async throws {
        let (name, answer, expected) = Self.faults[fault]

        let kind = try await Bench(answer).kind(TransportOptions(delivery: delivery))

        #expect(kind == expected, "\(name)")
    }
}
