/// What a transport says that it cannot do.
///
/// A call that asks for one of these fails before anything is sent, with an error that says so; nothing is ignored.
/// What no call asks for, since it is the server's doing, is declared here for those who choose a transport.
public struct TransportCapabilities: Hashable, Sendable {
    /// What is missing. Empty for a transport that can do everything.
    public var missing: Set<Capability>
    /// The content encodings that the transport undoes, as `Accept-Encoding` names them.
    public var contentEncodings: [String]

    /// What a transport may lack.
    public enum Capability: String, Hashable, Sendable, CaseIterable {
        /// The connection closes as soon as the caller is cancelled.
        case closesOnCancel
        /// A slow reader of a streamed body slows the peer down; without it the body is held, up to the limit.
        case backPressure
        /// A deadline for the connection alone.
        case connectDeadline
        /// A body of unknown length leaves while it is made; without it the body is kept in a temporary file first.
        case streamedRequestBodies
        /// Repeated field lines arrive as they were sent; without it they arrive joined.
        case repeatedFieldLines
        /// A compressed body that ends early, in a message that is whole, is an error; without it the bytes that came
        /// pass for all of them.
        case detectsCutEncodings
        /// A GET or HEAD with a body.
        case bodyOnGet
        /// Any target leaves byte for byte; without it one that the stack below would change is refused.
        case exactTargets
        /// No field leaves but the request's own and those of the contract; without it the stack below adds some where
        /// the request has none, `User-Agent` for instance.
        case addsNoFields
        /// Fields leave and arrive in the order in which they were written.
        case fieldOrder
        /// The body of a redirect without a usable `Location` arrives; without it such an answer is an error.
        case redirectBodies
        /// Trailers after a body in chunks are skipped; without it an answer that has some ends the process.
        case skipsTrailers
        /// A connection that ends within an answer's head is an error; without it it ends the process.
        case survivesCutHeads
        /// Progress while the request's body leaves.
        case uploadProgress
        /// Progress while the answer's body arrives.
        case downloadProgress
        /// How the time of an exchange was spent. A client does not ask where this is missing.
        case timings
    }

    /// Everything but what is missing, with the content encodings that are undone, by their names in `Accept-Encoding`.
    public init(missing: Set<Capability> = [], contentEncodings: [String] = []) {
        self.missing = missing
        self.contentEncodings = contentEncodings
    }

    /// Everything, and no content encoding.
    public static let all = TransportCapabilities()
}
