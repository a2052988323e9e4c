/// Where a connection is within the steps of an answer: what to do next, as bytes go out.
struct Playback {
    enum Next {
        /// Send some of these bytes at least.
        case send(ArraySlice<UInt8>)
        case hold(Gate)
        case pause(Duration)
        case end(MessageScript.Ending)
    }

    private let script: MessageScript
    private var index = 0
    /// The bytes of the present step that are sent.
    private var sent = 0
    /// Pieces of a step that repeats, as many as make it worth a call to the system.
    private var block: ArraySlice<UInt8> = []
    private static let blockSize = 65_536

    init(_ script: MessageScript) { self.script = script }

    /// What comes next. A gate and a pause come once; bytes come again until they are ``sent(_:)``.
    mutating func next() -> Next {
        while index < script.steps.count {
            switch script.steps[index] {
            case .send(let bytes):
                if sent < bytes.count { return .send(sent == 0 ? bytes : bytes.dropFirst(sent)) }
            case .sendRepeatedly(let piece, let times):
                if let bytes = rest(of: piece, times) { return .send(bytes) }
            case .hold(let gate):
                stepIsOver()
                return .hold(gate)
            case .pause(let duration):
                stepIsOver()
                return .pause(duration)
            }
            stepIsOver()
        }
        return .end(script.ending)
    }

    mutating func sent(_ count: Int) { sent += count }

    private mutating func stepIsOver() {
        index += 1
        sent = 0
        block = []
    }

    private mutating func rest(of piece: ArraySlice<UInt8>, _ times: Int) -> ArraySlice<UInt8>? {
        let left = piece.count * times - sent
        guard left > 0 else { return nil }
        if block.isEmpty {
            let fitting = min(times, max(1, Self.blockSize / piece.count))
            block = fitting == 1 ? piece : Array(repeatElement(piece, count: fitting).joined())[...]
        }
        return block.dropFirst(sent % block.count).prefix(left)
    }
}
