#if canImport(Darwin)
import Foundation
import Portico

extension TransportTimings {
    /// What URLSession measured of one request and its answer.
    init(_ metrics: URLSessionTaskTransactionMetrics) {
        self.init()
        guard let start = metrics.fetchStartDate else { return }
        func moment(_ date: Date?) -> Duration? { date.map { .seconds($0.timeIntervalSince(start)) } }
        if !metrics.isReusedConnection {
            nameResolved = moment(metrics.domainLookupEndDate)
            // Foundation counts TLS in.
            connected = moment(metrics.secureConnectionStartDate ?? metrics.connectEndDate)
            secured = moment(metrics.secureConnectionEndDate)
        }
        requestStarted = moment(metrics.requestStartDate)
        requestSent = moment(metrics.requestEndDate)
        firstByte = moment(metrics.responseStartDate)
        completed = moment(metrics.responseEndDate)
        isConnectionReused = metrics.requestStartDate == nil ? nil : metrics.isReusedConnection
        networkProtocol = metrics.networkProtocolName
        requestBodyBytes = metrics.countOfRequestBodyBytesSent
        responseBodyBytes = metrics.countOfResponseBodyBytesReceived
    }
}
#endif
