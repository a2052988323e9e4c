import CCurl
import Portico

extension TransportTimings {
    /// What libcurl measured of a transfer, which nobody else may use meanwhile; nil for one that has not begun.
    init?(of transfer: Transfer, isComplete: Bool) {
        let measured = pc_transfer_timings(transfer.handle)
        guard measured.has_begun else { return nil }
        self.init()
        let answer = transfer.answer
        // Where libcurl has sent a request again over a new connection, some moments are the first sending's: none goes back.
        var latest: Int64 = 0
        func moment(_ microseconds: Int64) -> Duration? {
            guard microseconds > 0 else { return nil }
            latest = max(latest, microseconds)
            return .microseconds(latest)
        }
        if measured.new_connections > 0 || !answer.is_connected {
            nameResolved = moment(measured.name_resolved)
            connected = moment(measured.connected)
            secured = moment(measured.secured)
        }
        requestStarted = moment(answer.is_connected ? measured.request_started : 0)
        requestSent = moment(measured.request_sent)
        // libcurl takes the moment at which it begins to wait for one that has come.
        firstByte = moment(answer.head_count > 0 ? measured.first_byte : 0)
        completed = isComplete ? .microseconds(max(latest, measured.total)) : nil
        if answer.is_connected { isConnectionReused = measured.new_connections == 0 }
        networkProtocol = Self.networkProtocol(measured.http_version)
        requestBodyBytes = measured.sent_count
        responseBodyBytes = measured.received_count
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
