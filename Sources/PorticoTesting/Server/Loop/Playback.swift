import Portico

/// Where a connection is within the steps of an answer: what to do next, as bytes go out.
struct Playback {
    enum Next {
        /// Send some of these bytes at least.
        case send(ArraySlice<UInt8>)
        case hold(Gate)
        case pause(Duration)
        /// Ask a streamed body for its next piece: ``pulled(_:)``.
        case pull(HTTPChunks)
        case end(MessageScript.Ending)
    }

    private let script: MessageScript
    private var index = 0
    /// The bytes of the present step that are sent.
    private var sent = 0
    /// Pieces of a step that repeats, as many as make it worth a call to the system; or the latest of a streamed body.
    private var block: ArraySlice<UInt8> = []
    /// Of the streamed body whose turn it is.
    private var framing: StreamFraming?
    private static let blockSize = 65_536

    init(_ script: MessageScript) { self.script = script }

    /// What comes next. A gate and a pause come once; bytes come again until they are ``sent(_:)``, and a streamed body until a
    /// piece was ``pulled(_:)``.
    mutating func next() -> Next {
        while index < script.steps.count {
            switch script.steps[index] {
            case .send(let bytes):
                if sent < bytes.count { return .send(sent == 0 ? bytes : bytes.dropFirst(sent)) }
            case .sendRepeatedly(let piece, let times):
                if let bytes = rest(of: piece, times) { return .send(bytes) }
            case .stream(let chunks, let kind):
                if sent < block.count { return .send(block.dropFirst(sent)) }
                let current = framing ?? StreamFraming(kind)
                framing = current
                switch current.progress {
                case .goesOn: return .pull(chunks)
                case .isCut(let ending): return .end(ending)
                case .isComplete: break
                }
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

    mutating func pulled(_ piece: StreamPiece) {
        block = framing?.frame(piece) ?? []
        sent = 0
    }

    private mutating func stepIsOver() {
        index += 1
        sent = 0
        block = []
        framing = nil
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
