/// A transport or a middleware of this package's own, which ends with its deadlines and with its caller's cancellation by itself. Whatever
/// else a client is given is watched from outside, so that the caller gets its time-out in any case.
package protocol DeadlineKeeping {}
