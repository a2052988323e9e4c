import Portico
import PorticoTesting
import Testing

private struct AddThing: Endpoint {
    static let route: Route = "POST /things"
    typealias Response = [Int]
    var name = "x"
}

@Suite struct CallTests {
    @Test func `a call that gives a value says so once`() async throws {
        let diary = Diary()

        let call = Client.answering(json: "[1]").call(GetThing<[Int]>()).noted(in: diary).start()
        await diary.waitForEnd()

        #expect(diary.entries == ["download 3 of 3", "success [1]"])
        #expect(try await call.value == [1])
    }

    @Test func `a call that fails says so once`() async {
        let diary = Diary()

        let call = Client.answering(.failure(.timedOut(.attempt))).call(GetThing<Int>()).noted(in: diary).start()
        await diary.waitForEnd()

        #expect(diary.entries == ["failure timedOut(attempt)"])
        await #expect(throws: CallError<ErrorBody>.self) { try await call.value }
    }

    @Test func `progress in both directions comes before the end`() async {
        let diary = Diary()

        _ = Client.answering(json: "[1]").call(AddThing()).noted(in: diary).start()
        await diary.waitForEnd()

        #expect(diary.entries == ["upload 12 of 12", "download 3 of 3", "success [1]"])
    }

    @Test(arguments: [TransportCapabilities.Capability.uploadProgress, .downloadProgress])
    func `progress that the transport cannot report is refused`(missing: TransportCapabilities.Capability) async throws
    {
        var stub = StubTransport(.json("[1]"))
        stub.capabilities.missing = [missing]
        let client = Client(environment: .stub, transport: stub)

        // A request with no body has the one direction only.
        let result = await client.call(GetThing<[Int]>()).onProgress { _ in }.result
        #expect((try? result.get()) == (missing == .uploadProgress ? [1] : nil))
        let sentCount = stub.requestCount
        #expect(try await client.call(AddThing()).value == [1])
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.call(AddThing()).onProgress { _ in }.value
        }

        guard case .invalidRequest(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem.location == .options)
        #expect(stub.requestCount == sentCount + 1)
    }

    @Test func `a call starts once, however often it is started and waited for`() async throws {
        let stub = StubTransport(.json("[1]"))
        let call = Client(environment: .stub, transport: stub).call(GetThing<[Int]>())

        #expect(stub.requestCount == 0)
        call.start().start()
        async let first = call.value
        async let second = call.value
        _ = try await (first, second)
        call.start()

        #expect(try await call.result.get() == [1])
        #expect(stub.requestCount == 1)
    }

    @Test func `whoever waits starts the call`() async throws {
        #expect(try await Client.answering(json: "[1]").call(GetThing<[Int]>()).value == [1])
        let request: Request<[Int], ErrorBody> = .get("/things")
        #expect(try await Client.answering(json: "[1]").call(request).result.get() == [1])
    }

    @Test func `callbacks that are added after the end are called too`() async throws {
        let diary = Diary()
        let call = Client.answering(json: "[1]").call(GetThing<[Int]>())
        _ = try await call.value

        _ = call.noted(in: diary)
        await diary.waitForEnd()

        #expect(diary.entries == ["success [1]"])
    }

    @Test func `each of several callbacks is called, in order`() async {
        let diary = Diary()

        Client.answering(json: "[1]").call(GetThing<[Int]>())
            .onSuccess { _ in diary.write("first") }
            .onFailure { _ in diary.write("never") }
            .onSuccess { _ in diary.write("second") }
            .onSuccess { _ in diary.end("third") }
            .start()
        await diary.waitForEnd()

        #expect(diary.entries == ["first", "second", "third"])
    }

    @Test func `a call cancelled before its start causes no I-O`() async {
        let stub = StubTransport(.json("[1]"))
        let diary = Diary()
        let call = Client(environment: .stub, transport: stub).call(GetThing<[Int]>()).noted(in: diary)

        call.cancel()
        call.start()
        await diary.waitForEnd()

        #expect(diary.entries == ["cancelled"])
        #expect(stub.requestCount == 0)
        guard case .failure(let error) = await call.result else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.isCancellation)
        #expect(error.description == "GetThing<Array<Int>>, GET /thing: cancelled")
    }

    @Test func `a call cancelled while the answer is awaited ends at once`() async {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json("[1]")
        }
        let diary = Diary()
        let call = Client(environment: .stub, transport: stub).call(GetThing<[Int]>()).noted(in: diary).start()
        await gate.waitForArrivals(1)

        call.cancel()
        call.cancel()
        await diary.waitForEnd()

        #expect(diary.entries == ["cancelled"])
        guard case .failure(let error) = await call.result else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.description == "GetThing<Array<Int>>, GET https://api.example/thing: cancelled")
        #expect(error.attempts.count == 1)
    }

    @Test func `cancelling after the end does nothing`() async throws {
        let diary = Diary()
        let call = Client.answering(json: "[1]").call(GetThing<[Int]>()).noted(in: diary)
        #expect(try await call.value == [1])

        call.cancel()
        await diary.waitForEnd()

        #expect(diary.entries == ["download 3 of 3", "success [1]"])
        #expect(try await call.value == [1])
    }

    @Test func `a task that was cancelled before it waits causes no I-O`() async throws {
        let stub = StubTransport(.json("[1]"))
        let call = Client(environment: .stub, transport: stub).call(GetThing<[Int]>())

        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await call.result
        }

        guard case .failure(let error) = await waiting.value else {
            Issue.record("it was cancelled")
            return
        }
        #expect(error.isCancellation)
        #expect(stub.requestCount == 0)
    }

    @Test func `cancelling a task that waits cancels the call for all who wait`() async {
        let gate = Gate()
        let call = Client(
            environment: .stub,
            transport: StubTransport { _ in
                await gate.wait()
                return .json("[1]")
            }
        ).call(GetThing<[Int]>())
        let (one, other) = (Task { await call.result }, Task { await call.result })
        await gate.waitForArrivals(1)

        one.cancel()

        for result in await [one.value, other.value] {
            guard case .failure(let error) = result, error.isCancellation else {
                Issue.record("\(result)")
                continue
            }
        }
    }
}
