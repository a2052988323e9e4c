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
        public var startedDateTime: Date
        /// Milliseconds in all.
        public var time: Double = 0
        public var request: Request
        public var response: Response
        public var cache = Cache()
        public var timings = Timings()
        public var serverIPAddress: String?
        /// Names the connection, so that exchanges over the same one can be told.
        public var connection: String?
        public var comment: String?

        public init(startedDateTime: Date, request: Request, response: Response) {
            self.startedDateTime = startedDateTime
            self.request = request
            self.response = response
        }
    }

    /// What a cache knew of the answer.
    public struct Cache: Hashable, Sendable {
        public var beforeRequest: State?
        public var afterRequest: State?
        public var comment: String?

        public init() {}

        /// What a cache held. Its dates are as the tool wrote them.
        public struct State: Hashable, Sendable {
            public var expires: String?
            public var lastAccess = ""
            public var eTag = ""
            public var hitCount = 0
            public var comment: String?

            public init() {}
        }
    }

    /// How long each phase of an exchange took, in milliseconds; -1 or nil for one that did not come about or is not
    /// known.
    public struct Timings: Hashable, Sendable {
        public var blocked: Double?
        public var dns: Double?
        /// With the time for TLS in it.
        public var connect: Double?
        public var send: Double = 0
        public var wait: Double = 0
        public var receive: Double = 0
        public var ssl: Double?
        public var comment: String?

        public init() {}
    }
}
