#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPArchive {
    /// One exchange.
    public struct Entry: Hashable, Sendable {
        /// The ``Page/id`` of the page that it belongs to.
        public var pageref: String?
        /// When the exchange began.
        public var startedDateTime: Date
        /// Milliseconds in all.
        public var time: Double = 0
        /// What was sent.
        public var request: Request
        /// What came back; of status 0 where nothing did.
        public var response: Response
        /// What a cache knew of the answer; nothing unless a tool wrote it.
        public var cache = Cache()
        /// How long each phase took.
        public var timings = Timings()
        /// The address that the connection went to, as text.
        public var serverIPAddress: String?
        /// Names the connection, so that exchanges over the same one can be told.
        public var connection: String?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// An exchange that began at a date, with nothing known of its times.
        public init(startedDateTime: Date, request: Request, response: Response) {
            self.startedDateTime = startedDateTime
            self.request = request
            self.response = response
        }
    }

    /// What a cache knew of the answer.
    public struct Cache: Hashable, Sendable {
        /// What the cache held before the request; nil where that is not known.
        public var beforeRequest: State?
        /// What the cache held after the answer; nil where that is not known.
        public var afterRequest: State?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A cache of which nothing is known.
        public init() {}

        /// What a cache held. Its dates are as the tool wrote them.
        public struct State: Hashable, Sendable {
            /// When it is no longer fresh.
            public var expires: String?
            /// When it was used last.
            public var lastAccess = ""
            /// Its entity tag.
            public var eTag = ""
            /// How often it was used.
            public var hitCount = 0
            /// A remark of whoever wrote the archive.
            public var comment: String?

            /// A state of which nothing is known.
            public init() {}
        }
    }

    /// How long each phase of an exchange took, in milliseconds; -1 or nil for one that did not come about or is not
    /// known.
    public struct Timings: Hashable, Sendable {
        /// Waiting for a connection that is free.
        public var blocked: Double?
        /// Finding the address of the host.
        public var dns: Double?
        /// With the time for TLS in it.
        public var connect: Double?
        /// Sending the request.
        public var send: Double = 0
        /// From the end of the request to the first byte of the answer.
        public var wait: Double = 0
        /// Receiving the answer.
        public var receive: Double = 0
        /// Setting up TLS, which is a part of ``connect``.
        public var ssl: Double?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// Times of which none is known.
        public init() {}
    }
}
