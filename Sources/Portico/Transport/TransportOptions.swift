/// What one exchange is asked to keep to.
public struct TransportOptions: Sendable {
    /// How the answer's body is wanted.
    public enum Delivery: Hashable, Sendable {
        /// In one piece.
        case buffered
        /// As chunks, as soon as the head is there.
        case streamed
    }

    /// Whole unless said otherwise.
    public var delivery: Delivery
    /// From now until the connection stands; nil for no such limit.
    public var connectTimeout: Duration?
    /// From now until the answer is complete or, streamed, until its head is; nil for no such limit.
    public var timeout: Duration?
    /// The most bytes of a buffered answer, content encodings undone; 64 MiB unless said otherwise.
    public var bodyLimit: Int
    /// The clock that the time-outs go by.
    public var clock: any Clock<Duration>
    /// Told of progress in either direction, from any thread, in order; nil where nobody asks.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    /// Told once, from any thread, how the time of the exchange was spent: before its answer or its error is given
    /// back, or, by some transports and only of a streamed answer, at its end. Nil where nobody asks.
    public var onTimings: (@Sendable (TransportTimings) -> Void)?
    /// The call that the exchange belongs to; nil where no client is at work. It is for stand-ins in tests, which know
    /// calls by their types: who carries bytes has no use for it.
    package var context: CallContext?

    /// 64 MiB.
    public static let defaultBodyLimit = 64 * 1024 * 1024

    /// Options of one exchange; each that is not given is the default that its property names.
    public init(
        delivery: Delivery = .buffered,
        connectTimeout: Duration? = nil,
        timeout: Duration? = nil,
        bodyLimit: Int = defaultBodyLimit,
        clock: any Clock<Duration> = ContinuousClock(),
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        onTimings: (@Sendable (TransportTimings) -> Void)? = nil
    ) {
        self.delivery = delivery
        self.connectTimeout = connectTimeout
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.clock = clock
        self.onProgress = onProgress
        self.onTimings = onTimings
    }
}
