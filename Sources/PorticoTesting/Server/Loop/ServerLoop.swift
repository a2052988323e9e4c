import Synchronization

/// The thread on which a ``MockServer`` accepts, receives and sends, for all of its connections: what the machine of each
/// connection asks for is done as far as it can be done without waiting.
final class ServerLoop {
    private static let bellToken: UInt64 = 0
    private static let listenerToken = UInt64.max
    /// What a connection may do before the others have their turn.
    private static let turn = 64

    private let core: ServerCore
    private let poller: Poller
    private let listener: Int32
    private var connections: [Int: LoopConnection] = [:]
    private var timers = TimerQueue()
    /// Connections that may go on in this turn, and those that then have something to send.
    private var (awake, sending): ([LoopConnection], [LoopConnection]) = ([], [])
    /// Whether answers are sent now, or found. All are found first: a client that was woken by the first of them takes the
    /// others along, and need not be woken for each.
    private var isSending = false
    /// When the input of this turn had come.
    private var turnStart = ContinuousClock.now
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// Whether connections may wait to be accepted.
    private var mayAccept = false
    /// When to try again, where the system had no descriptors or memory for another connection.
    private var acceptance: ContinuousClock.Instant?

    init(_ core: ServerCore, _ poller: Poller, listener: Int32) {
        self.core = core
        self.poller = poller
        self.listener = listener
    }

    /// Has a poller watch what a loop begins with. False where the system cannot.
    static func watch(_ listener: Int32, _ core: ServerCore, _ poller: Poller) -> Bool {
        Sockets.makeNonBlocking(listener)
        return poller.watch(listener, forRoom: false, token: listenerToken)
            && poller.watch(core.bell.descriptor, forRoom: false, token: bellToken)
    }

    /// Serves until the server is stopped.
    func run() {
        while !core.isStopped {
            wait()
            turnStart = .now
            for letter in core.takeMail() { deliver(letter) }
            fireTimers()
            advanceAll()
            // Last, since connections that have ended make room.
            accept()
        }
        for connection in connections.values { close(connection, .byServer, .orderly) }
        Sockets.close(listener)
    }

    private func advanceAll() {
        let woken = awake
        awake.removeAll(keepingCapacity: true)
        for connection in woken where connection.isOpen {
            connection.isAwake = false
            advance(connection)
        }
        isSending = true
        for connection in sending where connection.isOpen { advance(connection) }
        isSending = false
        sending.removeAll(keepingCapacity: true)
    }

    private func wake(_ connection: LoopConnection) {
        guard !connection.isAwake else { return }
        connection.isAwake = true
        awake.append(connection)
    }

    private func wait() {
        poller.wait(milliseconds: patience) { event in
            switch event.token {
            case Self.bellToken:
                core.bell.silence()
            case Self.listenerToken:
                mayAccept = true
            default:
                guard let connection = connections[Int(event.token)] else { return }
                if event.isReadable { connection.isReadable = true }
                if event.isWritable { connection.isWritable = true }
                if event.hasEnded { connection.hasEnded = true }
                wake(connection)
            }
        }
    }

    /// How long there is nothing to do if nothing comes.
    private var patience: Int32 {
        guard awake.isEmpty else { return 0 }
        let times = [timers.first?.time, acceptance].compactMap { $0 }
        guard let next = times.min() else { return -1 }
        return (next - ContinuousClock.now).roundedUpToMilliseconds
    }

    private func deliver(_ mail: ServerCore.Mail) {
        switch mail {
        case .opened(let number, let id):
            guard let connection = connections[number], connection.gate?.id == id else { return }
            connection.gate = nil
            connection.machine.resumed()
            wake(connection)
        case .answered(let number, let script):
            guard let connection = connections[number] else { return }
            connection.task = nil
            connection.machine.answered(script)
            wake(connection)
        case .pulled(let number, let piece):
            guard let connection = connections[number] else { return }
            connection.task = nil
            connection.machine.pulled(piece)
            wake(connection)
        }
    }
}

extension ServerLoop {
    private func accept() {
        if let time = acceptance {
            guard time <= .now else { return }
            acceptance = nil
        }
        while mayAccept, connections.count < core.limits.connections {
            switch Sockets.acceptNow(listener) {
            case .accepted(let descriptor): open(descriptor)
            case .none: mayAccept = false
            case .failed:
                acceptance = .now + .milliseconds(10)
                return
            }
        }
    }

    private func open(_ descriptor: Int32) {
        guard let (number, told) = core.state.withLock({ $0.opened() }) else { return Sockets.close(descriptor) }
        for waiter in told { waiter.resume() }
        let connection = LoopConnection(number, descriptor, bodyLimit: core.limits.bodyBytes)
        connections[number] = connection
        // What is there already comes as an event.
        if !poller.watch(descriptor, forRoom: true, token: UInt64(number)) { close(connection, .byServer, .plain) }
    }

    private func close(_ connection: LoopConnection, _ end: ConnectionEnd, _ closing: ConnectionMachine.Closing) {
        connections[connection.number] = nil
        connection.isOpen = false
        if let (gate, id) = connection.gate.take() { gate.leave(id) }
        connection.task.take()?.cancel()
        switch closing {
        case .plain: break
        case .orderly: Sockets.shutDown(connection.descriptor)
        case .reset: Sockets.resetOnClose(connection.descriptor)
        }
        Sockets.close(connection.descriptor)
        let told = core.state.withLock { $0.ended(connection.number, end) }
        for waiter in told { waiter.resume() }
    }

    private func fireTimers() {
        guard timers.count > 0 else { return }
        let now = ContinuousClock.now
        while let timer = timers.takeFirst(until: now) {
            guard let connection = connections[timer.connection], connection.wait == timer.wait else { continue }
            connection.machine.resumed()
            wake(connection)
        }
    }

    private func setTimer(_ connection: LoopConnection, _ duration: Duration) {
        connection.wait += 1
        timers.add(TimerQueue.Timer(time: .now + duration, connection: connection.number, wait: connection.wait))
        guard timers.count > 2 * connections.count + 64 else { return }
        timers.keep { connections[$0.connection]?.wait == $0.wait }
    }
}

extension ServerLoop {
    /// Does what a connection asks for, until it waits for something or has had its turn.
    private func advance(_ connection: LoopConnection) {
        for _ in 0..<Self.turn {
            switch connection.machine.next() {
            case .receive:
                guard receive(connection) else { return }
            case .send where !isSending:
                return sending.append(connection)
            case .send(let bytes):
                guard send(bytes, connection) else { return }
            case .answer(let request):
                answer(request, connection)
            case .waitForAnswer:
                // A task can be told that nobody waits any more; a closure cannot.
                guard connection.hasEnded, connection.task != nil else { return }
                connection.machine.abandoned()
            case .hold(let gate):
                let (number, id) = (connection.number, gate.makeID())
                connection.gate = (gate, id)
                gate.hold(id) { [core] in core.post(.opened(connection: number, id: id)) }
            case .pause(let duration):
                setTimer(connection, duration)
            case .pull(let chunks):
                connection.task = core.pull(chunks, for: connection.number)
            case .wait(forInput: true):
                guard receive(connection) else { return }
            case .wait(forInput: false):
                guard connection.hasEnded else { return }
                connection.machine.inputEnded()
            case .finishSending:
                Sockets.shutDownWriting(connection.descriptor)
            case .linger(let duration):
                guard receive(connection) else { return setTimer(connection, duration) }
            case .end(let end, let closing):
                return close(connection, end, closing)
            }
        }
        wake(connection)
    }

    /// Receives once. False where the system has nothing now.
    private func receive(_ connection: LoopConnection) -> Bool {
        guard connection.isReadable else { return false }
        let count = buffer.withUnsafeMutableBytes { Sockets.receive(connection.descriptor, into: $0) }
        if count > 0 {
            // All is read that was there; the end comes as an event of its own.
            if count < buffer.count, !connection.hasEnded {
                connection.isReadable = false
            } else {
                turnStart = .now
            }
            connection.machine.received(buffer[..<count])
        } else if count < 0, Sockets.wouldWait {
            connection.isReadable = false
            return false
        } else {
            connection.machine.inputEnded()
        }
        return true
    }

    /// Sends once. False where the system has no room now.
    private func send(_ bytes: ArraySlice<UInt8>, _ connection: LoopConnection) -> Bool {
        guard connection.isWritable else { return false }
        let count = Sockets.send(connection.descriptor, bytes)
        if count >= 0 {
            core.state.withLock { $0.sent(count, over: connection.number) }
            connection.machine.sent(count)
        } else if Sockets.wouldWait {
            connection.isWritable = false
            return false
        } else {
            connection.machine.sendFailed()
        }
        return true
    }

    private func answer(_ request: ReceivedRequest, _ connection: LoopConnection) {
        var request = request
        request.connection = connection.number
        request.arrival = turnStart
        switch core.answer(request) {
        case .script(let script): connection.machine.answered(script)
        case .later(let task): connection.task = task
        }
    }
}

extension Duration {
    /// Whole milliseconds, no fewer than this duration has, as a poll takes them.
    fileprivate var roundedUpToMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(seconds, 1_000_000) * 1000 + fraction)
    }
}
