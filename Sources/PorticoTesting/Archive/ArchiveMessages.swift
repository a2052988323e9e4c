extension HTTPArchive {
    /// A request as the archive has it.
    public struct Request: Hashable, Sendable {
        /// The method, as it was sent.
        public var method: String
        /// The whole URL, without its fragment.
        public var url: String
        /// Such as `HTTP/1.1`; `unknown` where that is so.
        public var httpVersion = "unknown"
        /// The cookies that its fields carry.
        public var cookies: [Cookie] = []
        /// The fields, in order.
        public var headers: [Pair] = []
        /// The items of the URL's query, unescaped.
        public var queryString: [Pair] = []
        /// The body; nil where there is none.
        public var postData: PostData?
        /// Bytes up to the body; -1 where that is not known.
        public var headersSize = -1
        /// Bytes of the body; -1 where that is not known.
        public var bodySize = -1
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A request without fields or a body.
        public init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// The body of a request.
    public struct PostData: Hashable, Sendable {
        /// The media type; empty where that is not known.
        public var mimeType: String
        /// The items of a form, where the body is not given as text.
        public var params: [Param] = []
        /// The body as text; nil where it was not kept, or is given as ``params``.
        public var text: String?
        /// `base64` where the text is so encoded. The format has this for answers alone; here it is written as
        /// `_encoding`, and read under either name.
        public var encoding: String?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A body, given as text.
        public init(mimeType: String, text: String? = nil, encoding: String? = nil) {
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
        }
    }

    /// An item of a form.
    public struct Param: Hashable, Sendable {
        /// The name of the field of the form.
        public var name: String
        /// Its value; nil for a file that is not kept.
        public var value: String?
        /// What the file was called, of a field that is one.
        public var fileName: String?
        /// The media type of the file.
        public var contentType: String?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// An item that is no file.
        public init(name: String, value: String? = nil) {
            self.name = name
            self.value = value
        }
    }

    /// An answer as the archive has it.
    public struct Response: Hashable, Sendable {
        /// 0 where there was none.
        public var status: Int
        /// The reason phrase; empty in HTTP/2.
        public var statusText = ""
        /// Such as `HTTP/1.1`; `unknown` where that is so.
        public var httpVersion = "unknown"
        /// The cookies that its fields carry.
        public var cookies: [Cookie] = []
        /// The fields, in order.
        public var headers: [Pair] = []
        /// The body.
        public var content: Content
        /// What `Location` says; empty where there is none.
        public var redirectURL = ""
        /// Bytes up to the body; -1 where that is not known.
        public var headersSize = -1
        /// Bytes of the body on the wire; -1 where that is not known.
        public var bodySize = -1
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// An answer without fields.
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
        /// The media type; empty where that is not known.
        public var mimeType: String
        /// Nil where the body was not kept, or there is none.
        public var text: String?
        /// `base64` where the text is so encoded.
        public var encoding: String?
        /// A remark of whoever wrote the archive.
        public var comment: String?

        /// A body, given as text.
        public init(mimeType: String, text: String? = nil, encoding: String? = nil) {
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
        }
    }
}
