import Foundation
import Portico
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension TransportError {
    /// What URLSession says, in our words.
    ///
    /// On Linux most errors have the code for "unknown", and the text of libcurl, so the text is read first.
    init(urlSession error: any Error, hasHead: Bool) {
        let reason = error as NSError
        let kind = Self.kind(ofText: reason.localizedDescription, hasHead) ?? Self.kind(ofCode: reason.code, hasHead)
        self.init(kind, reason.localizedDescription, underlying: error)
    }

    private static func kind(ofText text: String, _ hasHead: Bool) -> Kind? {
        let lost: Kind = hasHead ? .bodyTruncated : .connectionLost
        let table: [(String, Kind)] = [
            ("transfer closed", lost),
            ("Empty reply", .connectionLost),
            ("Recv failure", lost),
            ("Send failure", lost),
            ("Could not resolve", .hostNotFound),
            ("Failed to connect", .connectionFailed),
            ("Couldn't connect", .connectionFailed),
            ("SSL", .secureConnectionFailed),
            ("TLS", .secureConnectionFailed),
            ("certificate", .secureConnectionFailed),
            ("HTTP/0.9", .malformedResponse),
            ("Unsupported HTTP version", .malformedResponse),
            ("Unsupported response code", .malformedResponse),
            ("Too large response headers", .malformedResponse),
            ("Nul byte in header", .malformedResponse),
            ("writing header", .malformedResponse),
            ("Header without colon", .malformedResponse),
            ("Invalid Content-Length", .malformedResponse),
            ("chunked-encoding", .malformedResponse),
            ("content unencoding", .malformedResponse),
            ("content encoding", .malformedResponse),
            ("bad HTTP Content", .malformedResponse),
            ("Weird server reply", .malformedResponse),
            // A line of the head that is longer than libcurl takes in.
            ("Out of memory", hasHead ? .other : .malformedResponse),
        ]
        return table.first { text.contains($0.0) }?.1
    }

    private static func kind(ofCode code: Int, _ hasHead: Bool) -> Kind {
        let lost: Kind = hasHead ? .bodyTruncated : .connectionLost
        switch code {
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: return .hostNotFound
        case NSURLErrorCannotConnectToHost, NSURLErrorNotConnectedToInternet: return .connectionFailed
        case NSURLErrorNetworkConnectionLost, NSURLErrorTimedOut: return lost
        case NSURLErrorBadServerResponse, NSURLErrorCannotDecodeRawData, NSURLErrorCannotDecodeContentData,
            NSURLErrorCannotParseResponse:
            return .malformedResponse
        case NSURLErrorSecureConnectionFailed, NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid, NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            return .secureConnectionFailed
        case NSURLErrorBadURL, NSURLErrorUnsupportedURL: return .unsupported
        default: return .other
        }
    }
}
