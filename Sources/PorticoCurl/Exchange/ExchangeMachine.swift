import Portico

/// One exchange as a value: an event in, an action out. No I/O, no clock, no lock.
///
/// Events come from the caller's task, the deadlines, libcurl and the reader of a streamed answer, one at a time, each in the
/// loop.
/// Whatever their order, the caller is answered exactly once, a stream ends exactly once, and a transfer that was put into the
/// loop leaves it exactly once.
struct ExchangeMachine {
    enum Event {
        /// The exchange may begin. Its caller may not wait for the answer yet.
        case started
        /// The caller's task was cancelled, a deadline has passed, or the request's body failed.
        case gaveUp(TransportError)
        /// The head of an answer that is wanted in chunks.
        case head
        /// The transfer has left the loop. `hasBacklog` where bytes of it are held that the reader has not asked for.
        case ended(TransportError?, hasBacklog: Bool)
        /// What was held is handed on.
        case drained(TransportError?)
        /// Nobody reads the streamed answer any more.
        case readerLeft
    }

    enum Action {
        case none
        /// Put the transfer into the loop.
        case begin
        /// The caller gets the whole answer, and the transfer to read it from.
        case answer
        /// The caller gets the head, and chunks to come.
        case answerHead
        /// The caller gets an error. Where it `closes`, the transfer is taken out of the loop first.
        case fail(TransportError, closes: Bool)
        /// The chunks end. Where it `closes`, the transfer is taken out of the loop first.
        case finish(TransportError?, closes: Bool)
    }

    private enum State {
        case idle
        /// It was given up before it started.
        case refused(TransportError)
        case waiting
        case streaming
        /// The transfer has ended, with an error or without, and the reader is still to get the rest.
        case draining(TransportError?)
        case over
    }

    private var state = State.idle

    /// Whether the transfer is in the loop.
    var isUnderWay: Bool {
        switch state {
        case .waiting, .streaming: true
        case .idle, .refused, .draining, .over: false
        }
    }

    /// Whether the transfer has ended and the reader has not seen everything.
    var isDraining: Bool { if case .draining = state { true } else { false } }

    mutating func receive(_ event: Event) -> Action {
        switch event {
        case .started: started()
        case .gaveUp(let error): gaveUp(error)
        case .head: head()
        case .ended(let error, let hasBacklog): ended(error, hasBacklog)
        case .drained(let error): drained(error)
        case .readerLeft: readerLeft()
        }
    }

    private mutating func started() -> Action {
        switch state {
        case .idle:
            state = .waiting
            return .begin
        case .refused(let error):
            state = .over
            return .fail(error, closes: false)
        case .waiting, .streaming, .draining, .over:
            return .none
        }
    }

    private mutating func gaveUp(_ error: TransportError) -> Action {
        switch state {
        case .idle:
            state = .refused(error)
            return .none
        case .waiting:
            state = .over
            return .fail(error, closes: true)
        case .streaming:
            state = .over
            return .finish(error, closes: true)
        case .refused, .draining, .over:
            return .none
        }
    }

    private mutating func head() -> Action {
        guard case .waiting = state else { return .none }
        state = .streaming
        return .answerHead
    }

    private mutating func ended(_ error: TransportError?, _ hasBacklog: Bool) -> Action {
        switch state {
        case .waiting:
            state = .over
            return error.map { .fail($0, closes: false) } ?? .answer
        case .streaming:
            guard !hasBacklog else {
                state = .draining(error)
                return .none
            }
            state = .over
            return .finish(error, closes: false)
        case .idle, .refused, .draining, .over:
            return .none
        }
    }

    private mutating func drained(_ error: TransportError?) -> Action {
        guard case .draining(let earlier) = state else { return .none }
        state = .over
        return .finish(error ?? earlier, closes: false)
    }

    private mutating func readerLeft() -> Action {
        switch state {
        case .streaming:
            state = .over
            return .finish(TransportError(.cancelled), closes: true)
        case .draining:
            state = .over
            return .finish(TransportError(.cancelled), closes: false)
        case .idle, .refused, .waiting, .over:
            return .none
        }
    }
}
