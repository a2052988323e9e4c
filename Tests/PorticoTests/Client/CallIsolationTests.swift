import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct CallIsolationTests {
    @Test @MainActor func `callbacks written on the main actor run there`() async {
        var told: [String] = []
        let ended = Gate()

        Client.answering(json: "[1]").call(GetThing<[Int]>())
            .onProgress { _ in told.append("progress") }
            .onSuccess { _ in
                MainActor.preconditionIsolated()
                told.append("success")
                ended.open()
            }
            .start()
        await ended.wait()

        #expect(told == ["progress", "success"])
    }

    @Test func `callbacks written on an actor run there`() async {
        actor Screen {
            var told: [String] = []
            let ended = Gate()

            func load() {
                Client.answering(.status(404)).call(GetThing<[Int]>())
                    .onFailure { error in
                        self.preconditionIsolated()
                        self.told.append("\(error.response?.status ?? 0)")
                        self.ended.open()
                    }
                    .start()
            }
        }
        let screen = Screen()

        await screen.load()
        await screen.ended.wait()

        #expect(await screen.told == ["404 Not Found"])
    }

    @Test func `callbacks of several actors each run on their own`() async {
        actor Counter {
            var count = 0
            func watch(_ call: Call<[Int], ErrorBody>) { call.onSuccess { _ in self.count += 1 } }
        }
        let (one, other, ended) = (Counter(), Counter(), Gate())
        let call = Client.answering(json: "[1]").call(GetThing<[Int]>())

        await one.watch(call)
        await other.watch(call)
        call.onSuccess { _ in ended.open() }.start()
        await ended.wait()

        #expect(await (one.count, other.count) == (1, 1))
    }

    /// The main thread is held while the answer comes, so every callback is still to run when the call is cancelled.
    @Test @MainActor func `after cancel on the callbacks' actor nothing but onCancel is called`() async {
        for _ in 1...50 {
            let answered = DispatchSemaphore(value: 0)
            let client = Client.answering(json: "[1]").withObserver { event in
                if case .succeeded = event.kind { answered.signal() }
            }
            var told: [String] = []
            let ended = Gate()
            let call = client.call(GetThing<[Int]>())
                .onProgress { _ in told.append("progress") }
                .onSuccess { _ in told.append("success") }
                .onFailure { _ in told.append("failure") }
                .onCancel {
                    told.append("cancelled")
                    ended.open()
                }
                .start()
            hold(answered)

            call.cancel()
            await ended.wait()

            #expect(told == ["cancelled"])
        }
    }

    @MainActor private func hold(_ semaphore: DispatchSemaphore) { semaphore.wait() }
}
