import CCurl
import Portico

extension TransportError {
    /// What libcurl's code means for a caller, with its words and the host's name.
    /// - Parameter proxyRefuses: whether a proxy asked for credentials, or for others.
    init(_ code: CURLcode, _ answer: pc_answer, host: String, proxyRefuses: Bool) {
        if let flaw = TransportError(answer, host: host) {
            self = flaw
            return
        }
        if Self.isLineTooLong(code, answer) {
            self.init(.malformedResponse, "\(host): the head has a line that is longer than libcurl takes in")
            return
        }
        let words = answer.message.map { String(cString: $0) } ?? ""
        let message = words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
        if proxyRefuses {
            self.init(.connectionFailed, "\(host): the proxy does not accept the credentials: \(message)")
        } else {
            self.init(Self.kind(code, answer, message), "\(host): \(message)")
        }
    }

    /// What the transfer itself has found wrong, or nil.
    init?(_ answer: pc_answer, host: String) {
        switch answer.flaw {
        case PC_FLAW_LENGTH:
            self.init(.malformedResponse, "\(host): Content-Length is no number, or given twice with different ones")
        case PC_FLAW_LINE:
            self.init(.malformedResponse, "\(host): the head has a line that is neither status nor field")
        case PC_FLAW_HEAD_SIZE:
            self.init(.malformedResponse, "\(host): the head is longer than 256 KiB")
        case PC_FLAW_ENCODING:
            self.init(.malformedResponse, "\(host): the content encoding is broken")
        case PC_FLAW_ENCODING_CUT:
            self.init(.bodyTruncated, "\(host): the content encoding ends before its end")
        case PC_FLAW_MEMORY:
            self.init(.other, "\(host): there is no memory for the body")
        case PC_FLAW_RESEND:
            self.init(
                .connectionLost,
                "\(host): a kept connection was closed before the answer; the request was not sent again")
        case PC_FLAW_PIN:
            self.init(.secureConnectionFailed, "\(host): no certificate of the server's chain has a pinned key or hash")
        case PC_FLAW_FILE_SHORT:
            self.init(.bodyFailed, "a file of the body ended before its length")
        case PC_FLAW_FILE_UNREADABLE:
            self.init(.bodyFailed, "a file of the body: \(String(cString: pc_system_message(answer.file_error)))")
        default:
            return nil
        }
    }

    private static func isLineTooLong(_ code: CURLcode, _ answer: pc_answer) -> Bool {
        // CURLE_TOO_LARGE, which newer versions of libcurl have; older ones say that memory has run out.
        let isTooLarge = code == CURLE_OUT_OF_MEMORY || code == CURLcode(rawValue: 100)
        return isTooLarge && answer.is_connected && !answer.has_head
    }

    private static func kind(_ code: CURLcode, _ answer: pc_answer, _ message: String) -> Kind {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .hostNotFound
        case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_INTERFACE_FAILED, CURLE_PROXY:
            .connectionFailed
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            .secureConnectionFailed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            .malformedResponse
        case CURLE_HTTP2 where answer.has_head:
            .malformedResponse
        case CURLE_HTTP2:
            // So it is told when a server has taken leave of the connection (GOAWAY).
            .connectionLost
        case CURLE_RECV_ERROR where message.contains("chunked-encoding"):
            .malformedResponse
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM,
            CURLE_SEND_FAIL_REWIND:
            // Without a connection there was none to lose: a proxy said no, or went away.
            answer.has_head ? .bodyTruncated : answer.is_connected ? .connectionLost : .connectionFailed
        case CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
            .unsupported
        default:
            .other
        }
    }
}
