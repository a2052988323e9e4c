/// One connection of a ``ServerLoop``, which nothing but the loop's thread touches.
final class LoopConnection {
    let number: Int
    let descriptor: Int32
    var machine: ConnectionMachine
    /// Whether there may be input; false once the system had none, until it tells of more.
    var isReadable = false
    /// Whether there may be room for output.
    var isWritable = true
    /// Whether the client's last byte is on its way or here.
    var hasEnded = false
    var isOpen = true
    /// Whether it is among those that may go on.
    var isAwake = false
    /// Which wait for a time is the present one.
    var wait = 0
    /// The gate at which an answer is held.
    var gate: (gate: Gate, id: UInt64)?
    /// What finds the answer, or the next piece of it, for whom the client waits.
    var task: Task<Void, Never>?

    init(_ number: Int, _ descriptor: Int32, bodyLimit: Int) {
        self.number = number
        self.descriptor = descriptor
        machine = ConnectionMachine(bodyLimit: bodyLimit)
    }
}
