#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import Synchronization

extension ConformanceCase {
    static let progress: [ConformanceCase] = [
        .contract("an upload's progress rises to the whole and never goes beyond", needs: [.uploadProgress]) {
            subject in
            let log = ProgressLog()
            let bench = try subject.bench()
            let body = HTTPBody.bytes(Data(count: 3_000_000))
            _ = try await bench.send(.post, body: body, TransportOptions(onProgress: { log.note($0) }))
            try expect(try await bench.delivered().body.count, is: 3_000_000, "the bytes at the peer")
            try log.checkRise(of: .upload)
            let whole = TransferProgress(direction: .upload, completed: 3_000_000, expected: 3_000_000)
            try expect(log.of(.upload).last, is: whole, "the last progress")
        },
        .contract("a download's progress rises to the announced length", needs: [.downloadProgress]) { subject in
            for delivery in TransportOptions.Delivery.both {
                let log = ProgressLog()
                let bench = try subject.bench(.bytes(Data(count: 500_000)))
                let options = TransportOptions(delivery: delivery, onProgress: { log.note($0) })
                _ = try await bench.send(options).bytes(limit: .max)
                try log.checkRise(of: .download)
                let whole = TransferProgress(direction: .download, completed: 500_000, expected: 500_000)
                try expect(log.of(.download).last, is: whole, "the last progress, \(delivery)")
                try expect(log.of(.upload), is: [], "the progress of an upload that is none")
            }
        },
        .contract("timings are told once for each exchange that began, in order", needs: [.timings]) { subject in
            let (log, bench) = (TimingLog(), try subject.bench { $0.target == "/cut" ? .nothing : .text("hello") })
            let options = TransportOptions(onTimings: { log.note($0) })
            _ = try await bench.send(options)
            try expect(log.all.count, is: 1, "the number of timings after an answer")
            _ = await bench.kind(.get, "/cut", options)
            _ = try await bench.delivered(2)
            try expect(log.all.count, is: 2, "the number of timings after a failure")
            for timings in log.all {
                let moments = [timings.nameResolved, timings.connected, timings.firstByte, timings.completed]
                    .compactMap { $0 }
                try expect(moments == moments.sorted(), "moments in order", seen: "\(timings)")
            }
        },
        .contract("progress has no fraction where no length was announced", needs: [.downloadProgress]) { subject in
            let log = ProgressLog()
            let bench = try subject.bench(.chunked([Data("hello".utf8)]))
            _ = try await bench.send(TransportOptions(onProgress: { log.note($0) }))
            try log.checkRise(of: .download)
            let last = TransferProgress(direction: .download, completed: 5, expected: nil)
            try expect(log.of(.download).last, is: last, "the last progress")
        },
    ]
}

/// What a transport has told of its progress.
final class ProgressLog: Sendable {
    private let steps = Mutex<[TransferProgress]>([])

    func note(_ step: TransferProgress) { steps.withLock { $0.append(step) } }

    func of(_ direction: TransferProgress.Direction) -> [TransferProgress] {
        steps.withLock { $0.filter { $0.direction == direction } }
    }

    /// Progress never goes back, and no fraction is above 1.
    func checkRise(of direction: TransferProgress.Direction) throws(ConformanceFailure) {
        let steps = of(direction)
        try expect(!steps.isEmpty, "progress of an \(direction)", seen: "none")
        let rises = zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed }
        try expect(rises, "bytes that rise", seen: "\(steps.map(\.completed))")
        let isBounded = steps.allSatisfy { $0.completed <= $0.expected ?? .max }
        try expect(isBounded, "no more bytes than there are", seen: "\(steps.map(\.completed))")
    }
}

/// What a transport has told of how time was spent.
private final class TimingLog: Sendable {
    private let timings = Mutex<[TransportTimings]>([])
    var all: [TransportTimings] { timings.withLock { $0 } }
    func note(_ one: TransportTimings) { timings.withLock { $0.append(one) } }
}
