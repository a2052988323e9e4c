import CCurl
import Portico
import Synchronization

// A streamed answer, in the loop.
extension Exchange {
    func answerHead() {
        stopClocks()
        guard let head = transfer.answer.responseHead else {
            // The machine has answered already, so the caller gets chunks that fail.
            return receive(.gaveUp(TransportError(.malformedResponse, "\(host): the status line is none")))
        }
        let (channel, chunks) = ChunkChannel.make(
            limit: .max,
            onResume: { [weak self] in if let self { loop.post(.readMore(self)) } },
            // Whoever drops the chunks may hold a lock.
            onStop: { [weak self] in if let self { loop.post(.readerLeft(self)) } }
        )
        state.withLock { ($0.channel, $0.kept) = (channel, self) }
        tellTimings(isComplete: false)
        resume(.response(HTTPResponse(head: head, body: .chunks(chunks))))
    }

    /// Hands on what has come. A reader who does not keep up holds the rest back.
    func pass() {
        guard let channel = state.withLock(\.channel) else { return }
        while let bytes = transfer.takeBytes() {
            if channel.write(bytes) == .pause {
                pc_transfer_hold(transfer.handle)
            } else if !pc_transfer_release(transfer.handle) {
                return breakOff()
            }
        }
    }

    func readMore() {
        let (isUnderWay, isDraining) = state.withLock { ($0.machine.isUnderWay, $0.machine.isDraining) }
        guard isUnderWay || isDraining else { return }
        guard pc_transfer_release(transfer.handle) else { return breakOff() }
        guard isDraining else { return }
        pass()
        if !pc_transfer_has_backlog(transfer.handle) { receive(.drained(flaw)) }
    }

    private func breakOff() {
        let error = failure(CURLE_WRITE_ERROR)
        if isUnderWay { receive(.gaveUp(error)) } else { receive(.drained(error)) }
    }
}
