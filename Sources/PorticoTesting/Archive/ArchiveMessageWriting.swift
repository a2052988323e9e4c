extension ArchiveWriter {
    mutating func write(_ request: HTTPArchive.Request) {
        object("request") { writer in
            writer.member("method", request.method)
            writer.member("url", request.url)
            writer.member("httpVersion", request.httpVersion)
            writer.write(request.cookies)
            writer.write("headers", request.headers)
            writer.write("queryString", request.queryString)
            if let postData = request.postData { writer.write(postData) }
            writer.member("headersSize", request.headersSize)
            writer.member("bodySize", request.bodySize)
            writer.member("comment", request.comment)
        }
    }

    mutating func write(_ response: HTTPArchive.Response) {
        object("response") { writer in
            writer.member("status", response.status)
            writer.member("statusText", response.statusText)
            writer.member("httpVersion", response.httpVersion)
            writer.write(response.cookies)
            writer.write("headers", response.headers)
            writer.object("content") { writer in
                writer.member("size", response.content.size)
                writer.member("compression", response.content.compression)
                writer.member("mimeType", response.content.mimeType)
                writer.member("text", response.content.text)
                writer.member("encoding", response.content.encoding)
                writer.member("comment", response.content.comment)
            }
            writer.member("redirectURL", response.redirectURL)
            writer.member("headersSize", response.headersSize)
            writer.member("bodySize", response.bodySize)
            writer.member("comment", response.comment)
        }
    }

    private mutating func write(_ name: String, _ pairs: [HTTPArchive.Pair]) {
        array(name, pairs) { writer, pair in
            writer.object(isInline: true) { writer in
                writer.member("name", pair.name)
                writer.member("value", pair.value)
                writer.member("comment", pair.comment)
            }
        }
    }

    private mutating func write(_ cookies: [HTTPArchive.Cookie]) {
        array("cookies", cookies) { writer, cookie in
            writer.object(isInline: true) { writer in
                writer.member("name", cookie.name)
                writer.member("value", cookie.value)
                writer.member("path", cookie.path)
                writer.member("domain", cookie.domain)
                writer.member("expires", cookie.expires)
                writer.member("httpOnly", cookie.httpOnly)
                writer.member("secure", cookie.secure)
                writer.member("comment", cookie.comment)
            }
        }
    }

    private mutating func write(_ postData: HTTPArchive.PostData) {
        object("postData") { writer in
            writer.member("mimeType", postData.mimeType)
            // The format has one or the other.
            if postData.text == nil || !postData.params.isEmpty {
                writer.array("params", postData.params) { writer, param in
                    writer.object(isInline: true) { writer in
                        writer.member("name", param.name)
                        writer.member("value", param.value)
                        writer.member("fileName", param.fileName)
                        writer.member("contentType", param.contentType)
                        writer.member("comment", param.comment)
                    }
                }
            }
            writer.member("text", postData.text)
            writer.member("_encoding", postData.encoding)
            writer.member("comment", postData.comment)
        }
    }
}
