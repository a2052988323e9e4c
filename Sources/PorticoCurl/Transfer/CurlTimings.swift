import CCurl
import Portico

extension TransportTimings {
    /// What libcurl measured of a transfer, which nobody else may use meanwhile; nil for one that has not begun.
    init?(of transfer: Transfer, isComplete: Bool) {
        let measured = pc_transfer_timings(transfer.handle)
        guard measured.has_begun else { return nil }
        self.init()
        let answer = transfer.answer
        requestStarted = Self.moment(answer.is_connected ? measured.request_started : 0)
        requestSent = Self.moment(measured.request_sent)
        // libcurl takes the moment at which it begins to wait for one that has come.
        firstByte = Self.moment(answer.head_count > 0 ? measured.first_byte : 0)
        completed = isComplete ? .microseconds(measured.total) : nil
        if measured.new_connections > 0 || !answer.is_connected {
            nameResolved = Self.moment(measured.name_resolved)
            connected = Self.moment(measured.connected)
            secured = Self.moment(measured.secured)
        }
        if answer.is_connected { isConnectionReused = measured.new_connections == 0 }
        networkProtocol = Self.networkProtocol(measured.http_version)
        requestBodyBytes = measured.sent_count
        responseBodyBytes = measured.received_count
    }

    private static func moment(_ microseconds: Int64) -> Duration? {
        microseconds > 0 ? .microseconds(microseconds) : nil
    }

    private static func networkProtocol(_ version: Int) -> String? {
        switch version {
        case CURL_HTTP_VERSION_1_0: "http/1.0"
        case CURL_HTTP_VERSION_1_1: "http/1.1"
        case CURL_HTTP_VERSION_2_0: "h2"
        case CURL_HTTP_VERSION_3: "h3"
        default: nil
        }
    }
}
