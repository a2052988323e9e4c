#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

/// The other side of an exchange, over a socket or in process.
protocol ConformancePeer: Sendable {
    var authority: String { get }
    var requestCount: Int { get }
    /// The request of a number, from 1, as soon as it is there.
    func received(_ number: Int) async -> PeerRequest?
    /// Waits until the exchange of a request is over. True where the caller left before the answer's end.
    func callerLeft(_ number: Int) async -> Bool
}

/// A request as the other side has it.
struct PeerRequest: Sendable {
    /// From 1, in the order in which they came.
    var number = 0
    var method: HTTPMethod
    var target: String
    var fields: HTTPFields
    var body: Data

    init(_ request: ReceivedRequest) {
        number = request.number
        method = request.method
        target = request.target
        fields = request.fields
        body = request.body
    }

    init(_ request: HTTPRequest, body: Data) {
        method = request.method
        target = request.path
        fields = request.fields
        self.body = body
    }
}

extension MockServer: ConformancePeer {
    func received(_ number: Int) async -> PeerRequest? { await request(number).map { PeerRequest($0) } }

    func callerLeft(_ number: Int) async -> Bool {
        guard let request = await request(number) else { return false }
        return await connectionClosed(request.connection) == .byClient
    }
}
