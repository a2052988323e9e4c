#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A thread of the system that runs one closure: blocking it takes no thread from Swift's tasks.
///
/// The handle is only read after it was made, which any thread may do.
struct ServerThread: @unchecked Sendable {
    private let handle: pthread_t

    /// Starts the thread, or returns nil where the system has none left.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        #if canImport(Darwin)
        var handle: pthread_t?
        #else
        var handle = pthread_t()
        #endif
        let outcome = pthread_create(&handle, nil, runBox, box.toOpaque())
        #if canImport(Darwin)
        guard outcome == 0, let handle else { box.release(); return nil }
        #else
        guard outcome == 0 else { box.release(); return nil }
        #endif
        self.handle = handle
    }

    /// Waits for the thread's end. On the thread itself, which cannot wait for itself, lets it end alone.
    func join() {
        if pthread_equal(handle, pthread_self()) != 0 { pthread_detach(handle) } else { pthread_join(handle, nil) }
    }

    /// Lets the thread end alone: nobody waits for it.
    func detach() { pthread_detach(handle) }

    fileprivate final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

#if canImport(Darwin)
private func runBox(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ServerThread.Box>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
#else
private func runBox(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ServerThread.Box>.fromOpaque(context).takeRetainedValue().body() }
    return nil
}
#endif
