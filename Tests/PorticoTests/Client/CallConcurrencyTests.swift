import Foundation
import Portico
import PorticoTesting
import Synchronization
import Testing

/// How often each kind of ending was called.
private struct Endings: Sendable, Equatable {
    var success = 0, failure = 0, cancel = 0

    var kinds: Int { [success, failure, cancel].count { $0 > 0 } }
    var all: Int { success + failure + cancel }
}

/// A number that callbacks raise and a test waits for.
private struct Arrivals {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add() { continuation.yield() }

    func wait(for count: Int) async {
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<count { await iterator.next() }
    }
}

/// Runs something in a task of its own, when made with `async let`.
@concurrent private func run(_ operation: @Sendable () -> Void) async { operation() }

@Suite struct CallConcurrencyTests {
    @Test func `one kind of ending is called, once for each callback, whatever races`() async {
        for round in 1...300 {
            let endings = Mutex(Endings())
            let told = Arrivals()
            let answer: StubAnswer = round.isMultiple(of: 3) ? .failure(.connectionLost) : .json("[1]")
            let call = Client.answering(answer).call(GetThing<[Int]>())
            @Sendable func register() {
                call.onSuccess { _ in
                    endings.withLock { $0.success += 1 }
                    told.add()
                }.onFailure { _ in
                    endings.withLock { $0.failure += 1 }
                    told.add()
                }.onCancel {
                    endings.withLock { $0.cancel += 1 }
                    told.add()
                }
            }

            register()
            async let starting: Void = run { call.start() }
            async let registering: Void = run(register)
            async let cancelling: Void = run { if round.isMultiple(of: 2) { call.cancel() } }
            let result = await call.result
            _ = await (starting, registering, cancelling)
            register()
            await told.wait(for: 3)

            let counted = endings.withLock { $0 }
            #expect(counted.all == 3 && counted.kinds == 1, "\(counted)")
            switch result {
            case .success: #expect(counted.success == 3)
            case .failure(let error): #expect(error.isCancellation ? counted.cancel == 3 : counted.failure == 3)
            }
        }
    }

    @Test func `progress never comes after the end or the cancellation`() async {
        let body = Data(repeating: 7, count: 1 << 20)
        for round in 1...100 {
            let (stream, chunks) = AsyncStream.makeStream(of: Data.self)
            for start in stride(from: 0, to: body.count, by: 1 << 14) { chunks.yield(body[start..<start + (1 << 14)]) }
            chunks.finish()
            let client = Client.answering(
                .response(
                    HTTPResponse(
                        head: ResponseHead(status: 200), body: .chunks(HTTPChunks(stream)))))
            let log = Mutex<[Int64]>([])
            let ended = Gate()
            let request: Request<Data, ErrorBody> = .get("/data")
            let call = client.call(request)
                .onProgress { progress in log.withLock { $0.append(progress.completed) } }
                .onSuccess { _ in log.withLock { $0.append(-1) } }
                .onCancel { log.withLock { $0.append(-2) } }
                .onSuccess { _ in ended.open() }
                .onCancel { ended.open() }
                .start()
            let isCancelled = round.isMultiple(of: 2)
            if isCancelled { call.cancel() }
            await ended.wait()

            let entries = log.withLock { $0 }
            #expect(entries.dropLast().allSatisfy { $0 > 0 }, "\(entries)")
            #expect(entries.dropLast() == entries.dropLast().sorted()[...], "\(entries)")
            #expect(entries.last == -1 || isCancelled && entries.last == -2, "\(entries)")
        }
    }

    @Test func `tasks that wait are all resumed when some of them are cancelled`() async {
        for _ in 1...100 {
            let gate = Gate()
            let call = Client(
                environment: .stub,
                transport: StubTransport { _ in
                    await gate.wait()
                    return .json("[1]")
                }
            ).call(GetThing<[Int]>())
            let tasks = (1...8).map { _ in Task { await call.result } }
            await gate.waitForArrivals(1)

            await withTaskGroup(of: Void.self) { group in
                group.addTask { tasks[3].cancel() }
                group.addTask { gate.open() }
            }

            var kinds: Set<Bool> = []
            for task in tasks {
                if case .success = await task.value { kinds.insert(true) } else { kinds.insert(false) }
            }
            #expect(kinds.count == 1)
        }
    }
}
