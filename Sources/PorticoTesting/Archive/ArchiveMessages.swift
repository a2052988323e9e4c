extension HTTPArchive {
    /// A request as the archive has it.
    public struct Request: Hashable, Sendable {
        public var method: String
        /// The whole URL, without its fragment.
        public var url: String
        /// Such as `HTTP/1.1`; `unknown` where that is so.
        public var httpVersion = "unknown"
        public var cookies: [Cookie] = []
        public var headers: [Pair] = []
        /// The items of the URL's query, unescaped.
        public var queryString: [Pair] = []
        public var postData: PostData?
        /// Bytes up to the body; -1 where that is not known.
        public var headersSize = -1
        /// Bytes of the body; -1 where that is not known.
        public var bodySize = -1
        public var comment: String?

        public init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// The body of a request.
    public struct PostData: Hashable, Sendable {
        public var mimeType: String
        /// The items of a form, where the body is not given as text.
        public var params: [Param] = []
        public var text: String?
        /// `base64` where the text is so encoded. The format has this for answers alone; here it is written as
        /// `_encoding`, and read under either name.
        public var encoding: String?
        public var comment: String?

        public init(mimeType: String, text: String? = nil, encoding: String? = nil) {
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
        }
    }

    /// An item of a form.
    public struct Param: Hashable, Sendable {
        public var name: String
        public var value: String?
        public var fileName: String?
        public var contentType: String?
        public var comment: String?

        public init(name: String, value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// An answer as the archive has it.
    public struct Response: Hashable, Sendable {
        /// 0 where there was none.
        public var status: Int
        public var statusText = ""
        /// Such as `HTTP/1.1`; `unknown` where that is so.
        public var httpVersion = "unknown"
        public var cookies: [Cookie] = []
        public var headers: [Pair] = []
        public var content: Content
        /// What `Location` says; empty where there is none.
        public var redirectURL = ""
        /// Bytes up to the body; -1 where that is not known.
        public var headersSize = -1
        /// Bytes of the body on the wire; -1 where that is not known.
        public var bodySize = -1
        public var comment: String?

        public init(status: Int, content: Content = Content(mimeType: "")) {
            self.status = status
            self.content = content
        }
    }

    /// The body of an answer, its content encodings undone.
    public struct Content: Hashable, Sendable {
        /// Bytes of the body, its content encodings undone; -1 where that is not known.
        public var size = 0
        /// Bytes that the content encodings saved.
        public var compression: Int?
        public var mimeType: String
        /// Nil where the body was not kept, or there is none.
        public var text: String?
        /// `base64` where the text is so encoded.
        public var encoding: String?
        public var comment: String?

        public init(mimeType: String, text: String? = nil, encoding: String? = nil) {
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
        }
    }
}
