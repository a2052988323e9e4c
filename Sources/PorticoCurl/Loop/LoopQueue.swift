/// What a loop is asked to do by other threads, and who runs it: a value, without lock or thread.
///
/// Waking costs a system call, so it is done once for all that comes while the loop's thread sleeps, and never while it is
/// awake. A loop with nothing under way can be lent to whoever starts something, for one turn.
struct LoopQueue<Command> {
    enum Push: Equatable {
        case queued
        /// The loop sleeps, and nobody has woken it yet.
        case queuedForSleeper
        /// Nothing was queued: the caller has the loop, does what it wants done, and hands it back.
        case lent
        /// There is no loop any more.
        case refused
    }

    enum Awakening: Equatable {
        /// Somebody has woken the loop's thread.
        case called
        /// It woke by itself.
        case alone
        /// A caller has the loop, and wakes the thread if there is anything to do for it.
        case superfluous
    }

    private enum State { case awake, asleep, lendable, lent, ended }

    private var state = State.awake
    private var commands: [Command] = []
    private(set) var isClosed = false

    mutating func push(_ command: Command) -> Push {
        switch state {
        case .ended:
            return .refused
        case .awake, .lent:
            commands.append(command)
            return .queued
        case .asleep, .lendable:
            commands.append(command)
            state = .awake
            return .queuedForSleeper
        }
    }

    /// Like ``push(_:)``, but gives out the loop itself where it can be lent.
    mutating func pushOrBorrow(_ command: Command) -> Push {
        guard case .lendable = state else { return push(command) }
        state = .lent
        return .lent
    }

    /// The end of a turn of a caller's. True where the loop's thread has to be woken.
    mutating func handBack(isBusy: Bool) -> Bool {
        let isWanted = isBusy || isClosed || !commands.isEmpty
        state = isWanted ? .awake : .lendable
        return isWanted
    }

    /// Asks the loop to end when nothing is under way any more. True where it has to be woken for that.
    mutating func close() -> Bool {
        isClosed = true
        switch state {
        case .asleep, .lendable:
            state = .awake
            return true
        case .awake, .lent, .ended:
            return false
        }
    }

    /// Takes everything in exchange for an empty array, whose memory is filled again.
    mutating func take(into empty: inout [Command]) { swap(&commands, &empty) }

    /// Whether the loop's thread may sleep now.
    /// - Parameter lends: whether others may have the loop meanwhile.
    mutating func fallAsleep(lends: Bool) -> Bool {
        guard commands.isEmpty, case .awake = state else { return false }
        state = lends ? .lendable : .asleep
        return true
    }

    /// The loop's thread sleeps no longer.
    mutating func awake() -> Awakening {
        switch state {
        case .asleep, .lendable:
            state = .awake
            return .alone
        case .lent:
            return .superfluous
        case .awake, .ended:
            return .called
        }
    }

    /// Whether the loop may end: it was asked to, and nothing is left to do. Nothing is taken in after that.
    mutating func end() -> Bool {
        guard isClosed, commands.isEmpty else { return false }
        state = .ended
        return true
    }
}
