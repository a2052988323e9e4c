/// A part of this package's own that ends with its deadlines and with its caller's cancellation by itself. Whatever
/// else a client is given is watched from outside, so that the caller gets its time-out in any case.
package protocol DeadlineKeeping {
    /// False where it runs something of a user's that may not.
    var keepsDeadlines: Bool { get }
}

extension DeadlineKeeping {
    package var keepsDeadlines: Bool { true }
}
