#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let answersOnTheWire: [ConformanceCase] = [
        .wire("interim answers are skipped") { transport in
            for delivery in TransportOptions.Delivery.both {
                let bench = try ConformanceBench(
                    transport,
                    .raw(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                            + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"))
                let response = try await bench.send(TransportOptions(delivery: delivery))
                try expect(response.status, is: .ok, "the status")
                try expect(response.fields["Link"], is: nil, "a field of an interim answer")
                try expect(try await response.bytes(limit: 5), is: Data("hello".utf8), "the body")
            }
        },
        .wire("trailers are skipped", needs: [.skipsTrailers]) { transport in
            for delivery in TransportOptions.Delivery.both {
                let bench = try ConformanceBench(
                    transport, .chunked([Data("hello".utf8)], trailers: ["X-T": "1", "Content-Length": "9"]))
                let response = try await bench.send(TransportOptions(delivery: delivery))
                try expect(response.fields["X-T"], is: nil, "a field of the trailers")
                try expect(try await response.bytes(limit: 5), is: Data("hello".utf8), "the body")
            }
        },
        .wire("the length that an answer to HEAD or a 304 announces is that of no body") { transport in
            let length: HTTPFields = [.contentLength: "5000", .contentEncoding: "gzip"]
            let head = try await ConformanceBench(transport, .status(200, fields: length)).send(.head)
            let raw = "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\n"
            let notModified = try await ConformanceBench(transport, .raw(raw)).send()
            for response in [head, notModified] {
                try expect(response.data, is: Data(), "the body")
                try expect(response.fields[.contentLength], is: "5000", "Content-Length")
                try expect(response.fields[.contentEncoding], is: "gzip", "Content-Encoding")
            }
        },
        .wire("white space around a value goes, and an empty value stays") { transport in
            let raw = "HTTP/1.1 200 OK\r\nX-A: \t a b \t\r\nX-E:\r\nContent-Length: 0\r\n\r\n"
            let response = try await ConformanceBench(transport, .raw(raw)).send()
            try expect(response.fields["X-A"], is: "a b", "a value with white space")
            try expect(response.fields["X-E"], is: "", "an empty value")
        },
        .wire("a body without a length ends with the connection") { transport in
            let raw = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"
            let response = try await ConformanceBench(transport, .raw(raw).closing()).send()
            try expect(response.data, is: Data("hello".utf8), "the body")
        },
        .wire("an answer of HTTP/1.0 is one") { transport in
            let raw = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"
            let response = try await ConformanceBench(transport, .raw(raw).closing()).send()
            try expect(response.data, is: Data("hello".utf8), "the body")
        },
        .wire("chunks are joined, and extensions of their sizes are nothing") { transport in
            let raw = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n003\r\nllo\r\n0\r\n\r\n"
            let response = try await ConformanceBench(transport, .raw(raw)).send()
            try expect(response.data, is: Data("hello".utf8), "the body")
        },
        .wire("an answer is the same whole or byte by byte") { transport in
            let raw = "HTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"
            let answer = MockAnswer.raw(raw).dripping(1, every: .microseconds(100))
            let response = try await ConformanceBench(transport, answer).send()
            try expect(response.fields["X-A"], is: "b", "a field")
            try expect(response.data, is: Data("hello".utf8), "the body")
        },
        .wire("bytes after a 204 are no part of the next answer") { transport in
            let bench = try ConformanceBench(transport) { request in
                request.path == "/first"
                    ? .raw("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nX-Forged: 1\r\nContent-Length: 0\r\n\r\n")
                    : .text("own")
            }
            let first = try await bench.send(.get, "/first")
            let second = try await bench.send(.get, "/second")
            try expect(first.status, is: .noContent, "the first status")
            try expect(first.data, is: Data(), "the body of the 204")
            try expect(second.fields["X-Forged"], is: nil, "a field of the bytes after the 204")
            try expect(second.data, is: Data("own".utf8), "the second body")
        },
        .wire("bytes after a whole body are no part of the next answer") { transport in
            let bench = try ConformanceBench(transport) { request in
                request.path == "/first"
                    ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    : .text("own")
            }
            let first = try await bench.send(.get, "/first")
            let second = try await bench.send(.get, "/second")
            try expect(first.data, is: Data("ok".utf8), "the first body")
            try expect(second.data, is: Data("own".utf8), "the second body")
        },
        .wire("an answer that comes before the request has ended is the answer", needs: [.streamedRequestBodies]) {
            transport in
            let (begun, asked) = (Gate(), Gate())
            let unending = AsyncStream<Data> {
                guard begun.isOpen else {
                    begun.open()
                    return Data("begun".utf8)
                }
                asked.open()
                await Gate().wait()
                return nil
            }
            let answer = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\n\r\nmuch"
            let peer = try RawPeer(answer: answer, readingFrom: asked)
            let bench = ConformanceBench(transport: transport, peer: peer, authority: peer.authority)
            let response = try await bench.send(.post, body: .stream(once: unending))
            try expect(response.status.code, is: 413, "the status")
            try expect(response.data, is: Data("much".utf8), "the body")
        },
    ]
}
