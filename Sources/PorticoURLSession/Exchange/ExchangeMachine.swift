import Foundation
import Portico

/// One exchange as a value: events in, actions out. No I/O, no clock, no lock.
///
/// Events come from four sides at once: the caller's task (called, cancelled), the deadline, URLSession's queues (head,
/// bytes, ended) and the reader of a streamed answer. Whatever their order, the caller is answered exactly once, a
/// stream ends exactly once, and a task of URLSession that nobody waits for any more is abandoned at most once and
/// counted until it ends.
struct ExchangeMachine {
    private enum State {
        case idle
        case preparing
        case queued(isParked: Bool)
        case waiting
        case buffering(AnswerHead, Data)
        case streaming(AnswerHead, received: Int64)
        /// With the bytes that may still come before the connection is closed; nil where it is closed already.
        case abandoned(grace: Int?)
        case over
    }

    private let terms: Terms
    private var state = State.idle
    /// What ended the exchange before anybody called.
    private var early: TransportError?
    private var isLaunched = false
    private var uploadLength: Int64 = 0
    private var sent: Int64 = 0

    init(_ terms: Terms) { self.terms = terms }

    /// Whether nothing will come of this exchange any more, for whoever prepares its body.
    var isOver: Bool { if case .over = state { true } else { false } }
    /// Whether URLSession has a task, or is about to.
    private var isUnderWay: Bool {
        switch state {
        case .waiting, .buffering, .streaming, .abandoned: true
        case .idle, .preparing, .queued, .over: false
        }
    }
    /// Whether a task is under way that nobody waits for.
    var isAbandoned: Bool { if case .abandoned = state { true } else { false } }

    mutating func receive(_ event: Event) -> [Action] {
        switch event {
        case .called: called()
        case .prepared(let uploadLength): prepared(uploadLength)
        case .refused(let error): refused(error)
        case .parked: parked()
        case .admitted: admitted()
        case .launched: launched()
        case .sent(let count): sent(count)
        case .head(let head): received(head)
        case .bytes(let data): received(data)
        case .ended(let error): ended(error)
        case .cancelled: gaveUp(TransportError(.cancelled))
        case .expired: gaveUp(expiry)
        case .readerLeft: readerLeft()
        case .graceOver: breakOff()
        }
    }
}

// Before URLSession has a task.
extension ExchangeMachine {
    private mutating func called() -> [Action] {
        guard case .idle = state else { return [] }
        if let early {
            state = .over
            return [.stopClock, .answer(.failed(early))]
        }
        state = .preparing
        return [.prepare]
    }

    private mutating func prepared(_ uploadLength: Int64) -> [Action] {
        guard case .preparing = state else { return [] }
        self.uploadLength = uploadLength
        state = .queued(isParked: false)
        return [.queue]
    }

    private mutating func refused(_ error: TransportError) -> [Action] {
        guard case .preparing = state else { return [] }
        state = .over
        return [.stopClock, .answer(.failed(error))]
    }

    private mutating func parked() -> [Action] {
        if case .queued = state { state = .queued(isParked: true) }
        return []
    }

    private mutating func admitted() -> [Action] {
        guard case .queued = state else { return [] }
        state = .waiting
        return [.launch]
    }

    /// A deadline that passes while there is no room says so, for the server is not to blame.
    private var expiry: TransportError {
        if case .queued(isParked: true) = state {
            TransportError(.transportBusy, "too many abandoned tasks are still under way")
        } else {
            TransportError(.timedOut(.attempt))
        }
    }

    private mutating func gaveUp(_ error: TransportError) -> [Action] {
        switch state {
        case .idle:
            early = early ?? error
            return []
        case .preparing:
            state = .over
            return [.stopPreparing, .stopClock, .answer(.failed(error))]
        case .queued:
            state = .over
            return [.leaveQueue, .stopClock, .answer(.failed(error))]
        case .waiting:
            // A server is about to answer, as likely as not: its connection is worth more than the bytes that come over
            // it.
            let grace = error.kind == .cancelled ? Self.graceBytes : nil
            return [.stopClock, .answer(.failed(error))] + abandon(grace: grace)
        case .buffering:
            return [.stopClock, .answer(.failed(error))] + abandon()
        case .streaming, .abandoned, .over:
            return []
        }
    }
}

// While the task is under way.
extension ExchangeMachine {
    private mutating func launched() -> [Action] {
        isLaunched = true
        guard case .abandoned(let grace) = state else { return [] }
        return abandon(grace: grace)
    }

    /// The most bytes that an abandoned task may receive in its time of grace.
    static let graceBytes = 262_144

    /// A task can be abandoned once it is launched, which may be told after the caller has left.
    private mutating func abandon(grace: Int? = nil) -> [Action] {
        state = .abandoned(grace: grace)
        guard isLaunched else { return [] }
        return [.abandon, grace == nil ? .breakOff : .startGrace]
    }

    private mutating func breakOff() -> [Action] {
        guard case .abandoned(.some) = state, isLaunched else { return [] }
        state = .abandoned(grace: nil)
        return [.breakOff]
    }

    private mutating func sent(_ count: Int64) -> [Action] {
        guard min(count, uploadLength) > sent else { return [] }
        switch state {
        case .waiting, .buffering, .streaming:
            sent = min(count, uploadLength)
            return [.report(TransferProgress(direction: .upload, completed: sent, expected: uploadLength))]
        case .idle, .preparing, .queued, .abandoned, .over:
            return []
        }
    }

    private mutating func received(_ head: AnswerHead) -> [Action] {
        guard case .waiting = state, head.head.status.kind != .informational else { return [] }
        if let flaw = head.flaw { return [.stopClock, .answer(.failed(flaw))] + abandon() }
        switch terms.delivery {
        case .streamed:
            state = .streaming(head, received: 0)
            return [.stopClock, .answer(.streamed(head.head))]
        case .buffered:
            if let expected = head.expectedLength, expected > terms.bodyLimit { return tooLarge() }
            state = .buffering(head, Data())
            return []
        }
    }

    private mutating func received(_ data: Data) -> [Action] {
        switch state {
        case .waiting:
            return [.stopClock, .answer(.failed(TransportError(.malformedResponse, "a body came without a head")))]
                + abandon()
        case .buffering(let head, var whole):
            guard data.count <= terms.bodyLimit - whole.count else { return tooLarge() }
            state = .over // The buffer has one owner while it grows.
            whole.append(data)
            state = .buffering(head, whole)
            return [.report(progress(Int64(whole.count), head))]
        case .streaming(let head, let received):
            let received = received + Int64(data.count)
            state = .streaming(head, received: received)
            return [.report(progress(received, head)), .write(data)]
        case .abandoned(let grace?):
            guard data.count > grace else {
                state = .abandoned(grace: grace - data.count)
                return []
            }
            return breakOff()
        case .idle, .preparing, .queued, .abandoned, .over:
            return []
        }
    }

    private func progress(_ received: Int64, _ head: AnswerHead) -> TransferProgress {
        let expected = head.expectedLength.map { max(Int64($0), received) }
        return TransferProgress(direction: .download, completed: received, expected: expected)
    }

    private mutating func tooLarge() -> [Action] {
        [.stopClock, .answer(.failed(TransportError(.bodyTooLarge(limit: terms.bodyLimit))))] + abandon()
    }

    private mutating func ended(_ error: TransportError?) -> [Action] {
        guard isUnderWay else { return [] }
        defer { state = .over }
        switch state {
        case .waiting:
            let error = error ?? TransportError(.connectionLost, "the exchange ended without an answer")
            return [.stopClock, .answer(.failed(error))]
        case .buffering(let head, let whole):
            if let error = error ?? head.shortfall(Int64(whole.count)) { return [.stopClock, .answer(.failed(error))] }
            return [.stopClock, .answer(.buffered(head.head, whole))]
        case .streaming(let head, let received):
            return [.finish(error ?? head.shortfall(received))]
        case .abandoned:
            return isLaunched ? [.release] : []
        case .idle, .preparing, .queued, .over:
            return []
        }
    }

    private mutating func readerLeft() -> [Action] {
        guard case .streaming = state else { return [] }
        return abandon()
    }
}
