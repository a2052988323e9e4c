import Portico

/// What a connection of a ``MockServer`` does next, event by event. It does no I/O and knows no time.
struct ConnectionMachine {
    enum Action {
        /// Give it what the client sends: ``received(_:)``, ``inputEnded()``.
        case receive
        /// Send some of these bytes: ``sent(_:)``, ``sendFailed()``.
        case send(ArraySlice<UInt8>)
        /// Find the answer: ``answered(_:)``.
        case answer(ReceivedRequest)
        /// Tell when the gate opens: ``resumed()``.
        case hold(Gate)
        /// Tell when the time is over: ``resumed()``.
        case pause(Duration)
        /// Ask for the next piece of a streamed body: ``pulled(_:)``.
        case pull(HTTPChunks)
        /// Say to the client that no more will come.
        case finishSending
        /// Receive what is there, and tell when nothing came for so long: ``resumed()``.
        case linger(Duration)
        /// Nothing but what was asked for, and what the client sends meanwhile or, without input, its end alone.
        case wait(forInput: Bool)
        /// Nothing but the answer that was asked for.
        case waitForAnswer
        case end(ConnectionEnd, Closing)
    }

    enum Closing { case plain, orderly, reset }

    private enum State {
        case reading
        case answering
        case playing(Playback, isRefusal: Bool)
        /// At a gate, in a pause, or for a piece of a streamed body.
        case waiting(Playback)
        /// The client may not have read the refusal yet. It is lost to a reset where input is left unread.
        case lingering(rest: Int)
        case ended(ConnectionEnd, Closing)
    }

    private var state = State.reading
    private var parser: RequestParser
    /// Bytes that came while an answer was held; beyond the limit they are left to the system.
    private var early = 0
    private static let earlyLimit = 1 << 20
    private static let lingerLimit = 1 << 20
    private static let lingerTime = Duration.milliseconds(250)
    private static let leaveToContinue = MessageScript(.raw("HTTP/1.1 100 Continue\r\n\r\n"), to: nil)

    init(bodyLimit: Int) { parser = RequestParser(bodyLimit: bodyLimit) }

    /// What to do now. After each event there is something new.
    mutating func next() -> Action {
        while true {
            switch state {
            case .reading:
                if let action = read() { return action }
            case .answering:
                return .waitForAnswer
            case .playing(var playback, let isRefusal):
                if let action = play(&playback, isRefusal) { return action }
            case .waiting:
                return .wait(forInput: early < Self.earlyLimit)
            case .lingering:
                return .linger(Self.lingerTime)
            case .ended(let end, let closing):
                return .end(end, closing)
            }
        }
    }

    private mutating func read() -> Action? {
        do throws(RequestParser.Refusal) {
            switch try parser.next() {
            case .needsMore:
                return .receive
            case .continueExpected:
                state = .playing(Playback(Self.leaveToContinue), isRefusal: false)
                return nil
            case .request(let request):
                state = .answering
                return .answer(request)
            }
        } catch {
            refuse(error)
            return nil
        }
    }

    private mutating func play(_ playback: inout Playback, _ isRefusal: Bool) -> Action? {
        let next = playback.next()
        switch next {
        case .send(let bytes):
            state = .playing(playback, isRefusal: isRefusal)
            return .send(bytes)
        case .hold(let gate):
            state = .waiting(playback)
            return .hold(gate)
        case .pause(let duration):
            state = duration > .zero ? .waiting(playback) : .playing(playback, isRefusal: isRefusal)
            return duration > .zero ? .pause(duration) : nil
        case .pull(let chunks):
            state = .waiting(playback)
            return .pull(chunks)
        case .end where isRefusal:
            state = .lingering(rest: Self.lingerLimit)
            return .finishSending
        case .end(.keepAlive):
            early = 0
            state = .reading
        case .end(.close):
            state = .ended(.byServer, .orderly)
        case .end(.reset):
            state = .ended(.byServer, .reset)
        }
        return nil
    }

    /// Answers bytes that are no request. Nothing after them can be understood.
    private mutating func refuse(_ refusal: RequestParser.Refusal) {
        let answer = MockAnswer.text(refusal.reason + "\n", status: refusal.status).closing()
        state = .playing(Playback(MessageScript(answer, to: nil)), isRefusal: true)
    }
}

extension ConnectionMachine {
    /// Takes in what the client sent, at any time.
    mutating func received(_ bytes: some Collection<UInt8>) {
        switch state {
        case .lingering(let rest):
            state = rest > bytes.count ? .lingering(rest: rest - bytes.count) : .ended(.byServer, .plain)
        case .waiting:
            early += bytes.count
            parser.append(bytes)
        case .reading, .answering, .playing, .ended:
            parser.append(bytes)
        }
    }

    /// The client sends no more, or the connection was lost. Who waits for an answer is taken to have gone.
    mutating func inputEnded() {
        switch state {
        case .reading where parser.isAmidRequest:
            refuse(RequestParser.Refusal(.badRequest, "the connection ended within a request"))
        case .reading, .waiting:
            state = .ended(.byClient, .plain)
        case .lingering:
            state = .ended(.byServer, .plain)
        case .answering, .playing, .ended:
            break
        }
    }

    mutating func answered(_ script: MessageScript) {
        guard case .answering = state else { return }
        state = .playing(Playback(script), isRefusal: false)
    }

    mutating func sent(_ count: Int) {
        guard case .playing(var playback, let isRefusal) = state else { return }
        playback.sent(count)
        state = .playing(playback, isRefusal: isRefusal)
    }

    /// A piece of a streamed body has come, or its end.
    mutating func pulled(_ piece: StreamPiece) {
        guard case .waiting(var playback) = state else { return }
        playback.pulled(piece)
        state = .playing(playback, isRefusal: false)
    }

    /// Nobody waits for the answer any more.
    mutating func abandoned() {
        if case .answering = state { state = .ended(.byClient, .plain) }
    }

    /// The client is no longer there.
    mutating func sendFailed() { state = .ended(.byClient, .plain) }

    /// What was waited for has come: the gate's opening, or the end of the time.
    mutating func resumed() {
        switch state {
        case .waiting(let playback): state = .playing(playback, isRefusal: false)
        case .lingering: state = .ended(.byServer, .plain)
        case .reading, .answering, .playing, .ended: break
        }
    }
}
