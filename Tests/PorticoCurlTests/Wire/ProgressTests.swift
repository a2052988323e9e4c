import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Synchronization
import Testing

@Suite struct ProgressTests {
    private final class Log: Sendable {
        private let steps = Mutex<[TransferProgress]>([])
        func note(_ step: TransferProgress) { steps.withLock { $0.append(step) } }
        func of(_ direction: TransferProgress.Direction) -> [TransferProgress] {
            steps.withLock { $0.filter { $0.direction == direction } }
        }
    }

    private func check(_ steps: [TransferProgress]) {
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed < $1.completed })
        #expect(steps.allSatisfy { ($0.fraction ?? 0) <= 1 })
    }

    @Test func `an upload's progress rises to the whole and never goes beyond`() async throws {
        let (bench, log) = (try Bench(), Log())

        _ = try await bench.send(
            .post, body: .bytes(Data(count: 3_000_000)), TransportOptions(onProgress: { log.note($0) }))

        let steps = log.of(.upload)
        check(steps)
        #expect(steps.count > 1)
        #expect(steps.last == TransferProgress(direction: .upload, completed: 3_000_000, expected: 3_000_000))
    }

    @Test(arguments: Bench.deliveries)
    func `a download's progress rises to the announced length`(delivery: TransportOptions.Delivery) async throws {
        let (bench, log) = (try Bench(.bytes(Data(count: 500_000))), Log())

        let response = try await bench.send(TransportOptions(delivery: delivery, onProgress: { log.note($0) }))
        _ = try await response.bytes(limit: .max)

        let steps = log.of(.download)
        check(steps)
        #expect(steps.last == TransferProgress(direction: .download, completed: 500_000, expected: 500_000))
        #expect(log.of(.upload).isEmpty)
    }

    @Test func `there is no fraction where no length was announced, or an encoding was undone`() async throws {
        let log = Log()
        let options = TransportOptions(onProgress: { log.note($0) })
        let gzip = try #require(ContentEncodingTests.encoded["gzip"].flatMap { Data(base64Encoded: $0) })

        _ = try await Bench(.chunked([Data("hello".utf8)])).send(options)
        _ = try await Bench(.bytes(gzip, fields: [.contentEncoding: "gzip"])).send(options)

        #expect(log.of(.download).map(\.completed) == [5, 21])
        #expect(log.of(.download).allSatisfy { $0.fraction == nil })
    }
}
