#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    /// Peers that break the rules.
    static let hostility: [ConformanceCase] = [
        fault(
            "a greeting of another protocol is malformed", .raw("220 smtp.example ready\r\n").closing(),
            .malformedResponse),
        fault("an answer of HTTP/0.9 is malformed", .raw("<html>hello</html>").closing(), .malformedResponse),
        fault("another protocol's version is malformed", .raw("HTTP/9.9 200 OK\r\n\r\n").closing(), .malformedResponse),
        fault("a status of two digits is malformed", .raw("HTTP/1.1 20 OK\r\n\r\n").closing(), .malformedResponse),
        fault("a status that is no number is malformed", .raw("HTTP/1.1 xx OK\r\n\r\n").closing(), .malformedResponse),
        fault("a line that is no field is malformed", .raw(ok + "no field\r\n\r\n").closing(), .malformedResponse),
        fault("a NUL in a field is malformed", .raw(ok + "X: a\0b\r\n\r\n").closing(), .malformedResponse),
        fault(
            "a length that is no number is malformed", .raw(ok + "Content-Length: five\r\n\r\nhello").closing(),
            .malformedResponse),
        fault(
            "a negative length is malformed", .raw(ok + "Content-Length: -1\r\n\r\nhello").closing(),
            .malformedResponse),
        fault(
            "a length that no number holds is malformed",
            .raw(ok + "Content-Length: 99999999999999999999999\r\n\r\nhello").closing(), .malformedResponse),
        fault(
            "two lengths that differ are malformed",
            .raw(ok + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nhello").closing(), .malformedResponse),
        fault("a chunk of no size is malformed", .raw(chunked + "zz\r\nhello\r\n").closing(), .malformedResponse),
        fault("a chunk of negative size is malformed", .raw(chunked + "-5\r\nhello\r\n").closing(), .malformedResponse),
        fault(
            "a chunk of giant size is malformed", .raw(chunked + "ffffffffffffffffff\r\nhello").closing(),
            .malformedResponse),
        fault(
            "a chunk of the largest size that there is ends with the connection",
            .raw(chunked + "7fffffffffffffff\r\nhello").closing(), .bodyTruncated, .malformedResponse),
        fault(
            "a chunk that is longer than its size is malformed", .raw(chunked + "2\r\nhello\r\n0\r\n\r\n").closing(),
            .malformedResponse),
        fault(
            "a head without end is broken off",
            .raw(ok + String(repeating: "X-Fill: 0123456789\r\n", count: 60_000)), .malformedResponse),
        fault(
            "a field without end is broken off",
            .raw(ok + "X-Fill: " + String(repeating: "0", count: 1_000_000)), .malformedResponse),
        fault(
            "interim answers without end are broken off",
            .raw(String(repeating: "HTTP/1.1 103 Early Hints\r\nX-Fill: 0123456789\r\n\r\n", count: 20_000)).closing(),
            .malformedResponse, .connectionLost),
        .wire("the lengths of a huge body, and of one that is announced beyond the limit, allocate nothing") {
            transport in
            let answer = MockAnswer.raw(ok + "Content-Length: 9000000000000000000\r\n\r\nhello").closing()
            let kind = try await ConformanceBench(transport, answer).kind()
            let limit = TransportOptions.defaultBodyLimit
            try expect(kind, isOneOf: [.bodyTooLarge(limit: limit), .bodyTruncated], "the outcome")
        },
        .wire("equal lengths that are given twice are one") { transport in
            let answer = MockAnswer.raw(ok + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello").closing()
            let response = try await ConformanceBench(transport, answer).send()
            try expect(response.data, is: Data("hello".utf8), "the body")
        },
        .wire("chunks go before a length that is given as well, or both are malformed") { transport in
            let raw = ok + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
            let bench = try ConformanceBench(transport, .raw(raw).closing())
            do throws(TransportError) {
                let data = try await bench.send().data
                if data != Data("hello".utf8) { throw TransportError(.other, "\(data?.count ?? 0) bytes") }
            } catch {
                try expect(error.kind, is: .malformedResponse, "the outcome")
            }
        },
    ]

    static let ok = "HTTP/1.1 200 OK\r\n"
}
