import Portico
import PorticoTesting
import Testing

@Suite struct CallLifetimeTests {
    @Test func `a started call goes on though nobody keeps it, and is let go at its end`() async {
        let gate = Gate()
        let diary = Diary()
        weak var weakCall: Call<[Int], ErrorBody>?
        do {
            let call = Client(
                environment: .stub,
                transport: StubTransport { _ in
                    await gate.wait()
                    return .json("[1]")
                }
            ).call(GetThing<[Int]>()).noted(in: diary)
            weakCall = call
            call.start()
        }
        await gate.waitForArrivals(1)
        #expect(weakCall != nil)

        gate.open()
        await diary.waitForEnd()
        while weakCall != nil { await Task.yield() }

        #expect(diary.entries == ["download 3 of 3", "success [1]"])
    }

    @Test func `a call that never starts is let go with its callbacks`() {
        weak var diary: Diary?
        do {
            let kept = Diary()
            diary = kept
            _ = Client.answering(json: "[1]").call(GetThing<[Int]>()).noted(in: kept)
        }
        #expect(diary == nil)
    }

    @Test func `a call lets go of its callbacks at its end`() async throws {
        final class Screen: Sendable {
            let call: Call<[Int], ErrorBody>
            init(_ call: Call<[Int], ErrorBody>) {
                self.call = call
                call.onProgress { _ in self.show() }.onSuccess { _ in self.show() }.onFailure { _ in self.show() }
            }
            func show() {}
        }
        weak var screen: Screen?
        do {
            let kept = Screen(Client.answering(json: "[1]").call(GetThing<[Int]>()))
            screen = kept
            _ = try await kept.call.value
        }
        while screen != nil { await Task.yield() }
        #expect(screen == nil)
    }
}
