/// What a loop is asked to do by other threads, and whether it has to be woken for it: a value, without lock or thread.
///
/// Waking costs a system call, so it is done once for all that comes while the loop sleeps, and never while it is awake.
struct LoopQueue<Command> {
    enum Push: Equatable {
        case queued
        /// The loop sleeps, and nobody has woken it yet.
        case queuedForSleeper
        /// There is no loop any more.
        case refused
    }

    private enum State { case awake, asleep, ended }

    private var state = State.awake
    private var commands: [Command] = []
    private(set) var isClosed = false

    mutating func push(_ command: Command) -> Push {
        switch state {
        case .ended:
            return .refused
        case .awake:
            commands.append(command)
            return .queued
        case .asleep:
            commands.append(command)
            state = .awake
            return .queuedForSleeper
        }
    }

    /// Asks the loop to end when nothing is under way any more. True where it has to be woken for that.
    mutating func close() -> Bool {
        isClosed = true
        guard case .asleep = state else { return false }
        state = .awake
        return true
    }

    /// Takes everything in exchange for an empty array, whose memory is filled again.
    mutating func take(into empty: inout [Command]) { swap(&commands, &empty) }

    /// Whether the loop may sleep now.
    mutating func fallAsleep() -> Bool {
        guard commands.isEmpty, case .awake = state else { return false }
        state = .asleep
        return true
    }

    /// The loop sleeps no longer. Returns whether somebody has woken it.
    mutating func awake() -> Bool {
        guard case .asleep = state else { return true }
        state = .awake
        return false
    }

    /// Whether the loop may end: it was asked to, and nothing is left to do. Nothing is taken in after that.
    mutating func end() -> Bool {
        guard isClosed, commands.isEmpty else { return false }
        state = .ended
        return true
    }
}
