import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ctrl-C, and the signal by which one program asks another to end: the first cancels what can be cancelled. The second ends the
/// program where it stands, as the first does where nothing can.
final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Takes both signals from now on. A broken pipe shows as an error of the write instead of ending the program.
    init() {
        ignore(SIGPIPE)
        for number in [SIGINT, SIGTERM] {
            ignore(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // Both live as long as the program, since each keeps the other.
            source.setEventHandler { withExtendedLifetime(source) { self.receive(number) } }
            source.resume()
        }
    }

    /// The first signal that came.
    var signal: Int32? { state.withLock(\.signal) }

    /// Calls `cancel` at the first signal.
    func onSignal(_ cancel: @escaping @Sendable () -> Void) { state.withLock { $0.cancel = cancel } }

    private func receive(_ number: Int32) {
        let (isFirst, cancel) = state.withLock { state in
            defer { state.signal = state.signal ?? number }
            return (state.signal == nil, state.cancel)
        }
        guard isFirst, let cancel else { _exit(128 + number) }
        cancel()
    }
}

private func ignore(_ number: Int32) { _ = signal(number, SIG_IGN) }
