import Portico
import Synchronization

/// One connection of a ``MockServer``, served on a thread of its own: requests are read, answers performed.
struct ServerConnection {
    private enum Outcome { case goOn, end(ConnectionEnd) }

    private let core: ServerCore
    private let number: Int
    private let descriptor: Int32
    private var parser: RequestParser
    private var buffer = [UInt8](repeating: 0, count: 32768)
    /// Bytes that came while an answer was held; beyond the limit they are left to the system.
    private var early = 0
    private static let earlyLimit = 1 << 20

    init(_ core: ServerCore, _ number: Int, _ descriptor: Int32) {
        self.core = core
        self.number = number
        self.descriptor = descriptor
        parser = RequestParser(bodyLimit: core.limits.bodyBytes)
    }

    /// Serves until the connection ends, which the caller then closes.
    mutating func serve() -> ConnectionEnd {
        while true {
            do throws(RequestParser.Refusal) {
                switch try parser.next() {
                case .needsMore:
                    guard receive() > 0 else { return inputEnded() }
                case .continueExpected:
                    guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...]) else { return .byClient }
                case .request(var request):
                    request.connection = number
                    let (received, answer) = core.answer(request)
                    if case .end(let end) = perform(MessageScript(answer, to: received)) { return end }
                    early = 0
                }
            } catch {
                return refuse(error)
            }
        }
    }

    private mutating func receive() -> Int {
        let count = buffer.withUnsafeMutableBytes { Sockets.receive(descriptor, into: $0) }
        if count > 0 { parser.append(buffer[..<count]) }
        return count
    }

    /// Sends bytes and counts them. False where the client is gone.
    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard Sockets.sendAll(descriptor, bytes) else { return false }
        core.state.withLock { $0.sent(bytes.count, over: number) }
        return true
    }

    private mutating func inputEnded() -> ConnectionEnd {
        guard parser.isAmidRequest else { return .byClient }
        return refuse(RequestParser.Refusal(.badRequest, "the connection ended within a request"))
    }
}

extension ServerConnection {
    private mutating func perform(_ script: MessageScript) -> Outcome {
        for step in script.steps {
            let isHere =
                switch step {
                case .send(let bytes): send(bytes)
                case .sendRepeatedly(let piece, let times): (0..<times).allSatisfy { _ in send(piece) }
                case .hold(let gate): hold(gate)
                case .pause(let duration): pause(duration)
                }
            guard isHere else { return .end(.byClient) }
        }
        switch script.ending {
        case .keepAlive: return .goOn
        case .close: Sockets.shutDown(descriptor)
        case .reset: Sockets.resetOnClose(descriptor)
        }
        return .end(.byServer)
    }

    /// Waits at a gate. False where the client goes first.
    private mutating func hold(_ gate: Gate) -> Bool {
        guard let bell = Bell() else { return false }
        let id = gate.makeID()
        gate.hold(id) { bell.ring() }
        while true {
            let ready = Sockets.wait(for: .init(descriptor: bell.descriptor), clientWait)
            if ready[0] { return true }
            guard !ready[1] || receiveEarly() else {
                gate.leave(id)
                return false
            }
        }
    }

    /// Input of the client while it waits for an answer, or its end alone where much has come already.
    private var clientWait: Sockets.Wait { .init(descriptor: descriptor, forInput: early < Self.earlyLimit) }

    /// Waits in real time. False where the client goes first.
    private mutating func pause(_ duration: Duration) -> Bool {
        let end = ContinuousClock.now + duration
        while case let left = end - ContinuousClock.now, left > .zero {
            let ready = Sockets.wait(for: clientWait, milliseconds: left.roundedUpToMilliseconds)
            if ready[0], !receiveEarly() { return false }
        }
        return true
    }

    /// Takes in what the client sends before its answer. False where it has ended.
    private mutating func receiveEarly() -> Bool {
        let count = receive()
        early += max(0, count)
        return count > 0
    }

    /// Answers bytes that are no request, and reads on for a little, lest the answer be lost to a reset.
    private mutating func refuse(_ refusal: RequestParser.Refusal) -> ConnectionEnd {
        let answer = MockAnswer.text(refusal.reason + "\n", status: refusal.status).closing()
        guard case .end(.byServer) = performRefusal(MessageScript(answer, to: nil)) else { return .byClient }
        var rest = 1 << 20
        while rest > 0, Sockets.wait(for: .init(descriptor: descriptor), milliseconds: 250)[0] {
            let count = buffer.withUnsafeMutableBytes { Sockets.receive(descriptor, into: $0) }
            guard count > 0 else { break }
            rest -= count
        }
        return .byServer
    }

    private mutating func performRefusal(_ script: MessageScript) -> Outcome {
        for case .send(let bytes) in script.steps where !send(bytes) { return .end(.byClient) }
        Sockets.shutDownWriting(descriptor)
        return .end(.byServer)
    }
}

extension Duration {
    /// Whole milliseconds, no fewer than this duration has, as a poll takes them.
    fileprivate var roundedUpToMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(seconds, 1_000_000) * 1000 + fraction)
    }
}
