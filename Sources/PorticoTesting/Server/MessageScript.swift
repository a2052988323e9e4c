#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// An answer as the steps that a connection performs, one after the other.
struct MessageScript {
    enum Step {
        case send(ArraySlice<UInt8>)
        case sendRepeatedly(ArraySlice<UInt8>, times: Int)
        case stream(HTTPChunks, StreamFraming.Kind)
        case hold(Gate)
        case pause(Duration)
    }

    enum Ending { case keepAlive, close, reset }

    private(set) var steps: [Step]
    private(set) var ending: Ending
    private let headCount: Int

    /// The steps of an answer to a request; to none where the bytes of the client were not one.
    init(_ answer: MockAnswer, to request: ReceivedRequest?) {
        let message = RenderedMessage(answer, to: request)
        steps = (message.bytes.isEmpty ? [] : [.send(message.bytes[...])]) + message.rest
        ending = message.closes ? .close : .keepAlive
        headCount = message.headCount
        for change in answer.changes { apply(change) }
    }

    private mutating func apply(_ change: MockAnswer.Change) {
        switch change {
        case .hold(let gate, let position): insert(.hold(gate), at: offset(position))
        case .pause(let duration, let position): insert(.pause(duration), at: offset(position))
        case .end(let ending, let position):
            steps.removeSubrange(split(at: offset(position))...)
            self.ending = ending
        case .drip(let count, let pause): drip(count, pause)
        }
    }

    private func offset(_ position: MockAnswer.Position) -> Int {
        switch position {
        case .byte(let count): count
        case .head: headCount
        case .body(let count): count > Int.max - headCount ? .max : headCount + count
        }
    }

    /// What is inserted later at the same place comes after what is there.
    private mutating func insert(_ step: Step, at offset: Int) { steps.insert(step, at: split(at: offset)) }

    /// The index of the step that begins with the byte at an offset, made by cutting a step in two where need be.
    private mutating func split(at offset: Int) -> Int {
        var rest = max(0, offset)
        for (index, step) in steps.enumerated() where step.count > 0 {
            guard rest > 0 else { return index }
            guard rest >= step.count else {
                let (before, after) = step.cut(at: rest)
                steps.replaceSubrange(index...index, with: before + after)
                return index + before.count
            }
            rest -= step.count
        }
        return steps.count
    }

    private mutating func drip(_ count: Int, _ pause: Duration) {
        var isFirst = true
        steps = steps.flatMap { step -> [Step] in
            guard case .send(var bytes) = step else { return [step] }
            var pieces: [Step] = []
            while !bytes.isEmpty {
                if !isFirst { pieces.append(.pause(pause)) }
                isFirst = false
                pieces.append(.send(bytes.prefix(count)))
                bytes = bytes.dropFirst(count)
            }
            return pieces
        }
    }
}

extension MessageScript.Step {
    /// The number of bytes that it sends; none where nobody knows it, so that no place lies within such a step.
    fileprivate var count: Int {
        switch self {
        case .send(let bytes): bytes.count
        case .sendRepeatedly(let piece, let times): piece.count * times
        case .hold, .pause, .stream: 0
        }
    }

    /// The steps that send the bytes up to an offset within this one, and those that send the others.
    fileprivate func cut(at offset: Int) -> (before: [Self], after: [Self]) {
        switch self {
        case .send(let bytes):
            return ([.send(bytes.prefix(offset))], [.send(bytes.dropFirst(offset))])
        case .sendRepeatedly(let piece, let times):
            let (whole, part) = offset.quotientAndRemainder(dividingBy: piece.count)
            guard part > 0 else {
                return ([.sendRepeatedly(piece, times: whole)], [.sendRepeatedly(piece, times: times - whole)])
            }
            return (
                [.sendRepeatedly(piece, times: whole), .send(piece.prefix(part))],
                [.send(piece.dropFirst(part)), .sendRepeatedly(piece, times: times - whole - 1)]
            )
        case .hold, .pause, .stream:
            return ([self], [])
        }
    }
}
