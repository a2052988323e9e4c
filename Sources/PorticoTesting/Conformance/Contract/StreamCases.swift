#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let streams: [ConformanceCase] = [
        .contract("a streamed answer is there when its head is, and chunks follow as they come") { subject in
            let gate = Gate()
            let bench = try subject.bench(.text("firstsecond").held(until: gate, at: .body(5)))
            let response = try await bench.send(TransportOptions(delivery: .streamed))
            try expect(response.status, is: .ok, "the status")
            var iterator = try response.streamedChunks().makeAsyncIterator()
            var first = Data()
            while first.count < 5, let chunk = try await iterator.next() { first += chunk }
            try expect(first, is: Data("first".utf8), "what had come before the rest was sent")
            gate.open()
            var second = Data()
            while let chunk = try await iterator.next() { second += chunk }
            try expect(second, is: Data("second".utf8), "the rest")
            try expect(try await iterator.next(), is: nil, "what follows the end")
        },
        .contract("no chunk is empty, and an empty body has none") { subject in
            for pieces in [[], ["a", "", "b"]] {
                let bench = try subject.bench(.chunked(pieces.map { Data($0.utf8) }))
                let response = try await bench.send(TransportOptions(delivery: .streamed))
                var bytes = Data()
                for try await chunk in try response.streamedChunks() {
                    try expect(!chunk.isEmpty, "chunks with bytes", seen: "an empty one")
                    bytes += chunk
                }
                try expect(bytes, is: Data(pieces.joined().utf8), "the body")
            }
        },
        .contract("a large body arrives whole, in order") { subject in
            let pieces = (0..<400).map { Data(repeating: UInt8($0 & 0xFF), count: 10_000) }
            let whole = pieces.reduce(Data(), +)
            for delivery in TransportOptions.Delivery.both {
                let response = try await subject.bench(.chunked(pieces)).send(TransportOptions(delivery: delivery))
                let bytes = try await response.bytes(limit: .max)
                try expect(bytes == whole, "4,000,000 bytes in order", seen: "\(bytes.count) bytes, or others")
            }
        },
        .contract("a stream that is cut gives what came, and then its error") { subject in
            let bench = try subject.bench(.text("hello").cut(at: .body(2)))
            let response = try await bench.send(TransportOptions(delivery: .streamed))
            var (bytes, kind) = (Data(), TransportError.Kind?.none)
            var iterator = try response.streamedChunks().makeAsyncIterator()
            do throws(TransportError) {
                while let chunk = try await iterator.next() { bytes += chunk }
            } catch {
                kind = error.kind
            }
            try expect(kind, is: .bodyTruncated, "how the stream ended")
            try expect(bytes, is: Data("he".utf8), "what came before")
        },
        .contract("the peer sees a caller leave who drops the chunks", needs: [.closesOnCancel]) { subject in
            let bench = try subject.bench(.text("hello").held(until: Gate(), at: .body(2)))
            do {
                let response = try await bench.send(TransportOptions(delivery: .streamed))
                try expect(response.status, is: .ok, "the status")
            }
            try expect(await bench.peer.callerLeft(1), is: true, "the end of the connection by the caller")
        },
        .contract("the peer sees a reader leave who is cancelled", needs: [.closesOnCancel]) { subject in
            let bench = try subject.bench(.text("hello").held(until: Gate(), at: .body(2)))
            let response = try await bench.send(TransportOptions(delivery: .streamed))
            let reader = Task { _ = try? await response.bytes(limit: .max) }
            reader.cancel()
            await reader.value
            try expect(await bench.peer.callerLeft(1), is: true, "the end of the connection by the caller")
        },
        .contract(
            "a reader who does not read holds the peer up, and gets everything in the end", needs: [.backPressure]
        ) { subject in
            let (size, end) = (32 << 20, Gate())
            let piece = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
            let bench = try subject.bench { request in
                let answer = MockAnswer.repeating(piece, times: size / piece.count)
                return request.target == "/slow" ? answer.held(until: end, at: .body(size)) : answer
            }
            let options = TransportOptions(delivery: .streamed, bodyLimit: 1)
            let response = try await bench.send(.get, "/slow", options)
            var iterator = try response.streamedChunks().makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            // However long it takes to read much more, nothing of the other body has to move.
            for _ in 0..<4 {
                for try await _ in try await bench.send(.get, "/fast", options).streamedChunks() {}
            }
            try expect(end.waitingCount, is: 0, "the ends of the body that the peer has come to")
            end.open()
            while let chunk = try await iterator.next() { count += chunk.count }
            try expect(count, is: size, "the bytes read in the end")
        },
    ]
}
