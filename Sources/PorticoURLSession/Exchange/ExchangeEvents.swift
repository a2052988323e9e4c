import Foundation
import Portico

// What an exchange is told, and what it wants done.
extension ExchangeMachine {
    /// What the exchange is asked to keep to.
    struct Terms {
        var delivery: TransportOptions.Delivery
        var bodyLimit: Int
    }

    enum Event {
        /// The caller waits for its answer.
        case called
        /// The request's body is at hand, so many bytes.
        case prepared(uploadLength: Int64)
        /// The body could not be had, or the request cannot be sent at all.
        case refused(TransportError)
        /// There is no room for a task now.
        case parked
        /// There is room for a task.
        case admitted
        /// The task is on its way, so that it can be abandoned.
        case launched
        /// So many bytes of the request's body have left.
        case sent(Int64)
        case head(AnswerHead)
        case bytes(Data)
        /// The task has ended, with an error or without.
        case ended(TransportError?)
        /// The caller's task was cancelled.
        case cancelled
        case expired
        /// Nobody reads the streamed answer any more.
        case readerLeft
        /// The time is over that an abandoned task has to end by itself.
        case graceOver
    }

    enum Action {
        /// Get the body ready, then say so.
        case prepare
        case stopPreparing
        /// Ask for room, then say when there is.
        case queue
        case leaveQueue
        /// Make URLSession's task, start it, then say so.
        case launch
        case stopClock
        case answer(Answer)
        case write(Data)
        case finish(TransportError?)
        case report(TransferProgress)
        /// Nobody waits for the task any more: count it, and send no more of its body.
        case abandon
        /// Give an abandoned task some time to end by itself, then say that it is over.
        case startGrace
        /// Close the connection of an abandoned task.
        case breakOff
        /// An abandoned task has ended: count it no longer.
        case release
    }

    /// What the caller gets.
    enum Answer {
        case buffered(ResponseHead, Data)
        case streamed(ResponseHead)
        case failed(TransportError)
    }
}
