import CCurl
import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// libcurl's easy handle, with the request that it sends and the answer that it gets. It is used again and again.
///
/// One thread uses it at a time: the caller's prepares it, then the loop's runs it, then, where the answer is buffered, the
/// caller's reads it. Each hands it to the next through a lock.
final class Transfer: Sendable {
    nonisolated(unsafe) let handle: OpaquePointer
    /// What it was last told to go through; of whoever prepares it.
    nonisolated(unsafe) var proxy: CurlProxy?

    init?(_ share: Share) {
        guard let handle = pc_transfer_create(share.handle) else { return nil }
        self.handle = handle
    }

    deinit { pc_transfer_destroy(handle) }

    /// What there is of an answer. It is valid until the transfer is used again.
    var answer: pc_answer { pc_transfer_answer(handle) }

    /// The bytes that have come since they were taken last, which are handed over and not copied unless they are few; nil
    /// where there are none.
    func takeBytes() -> Data? {
        var (count, isBlock) = (0, false)
        if let bytes = pc_transfer_copy_bytes(handle, &count) { return Data(bytes: bytes, count: count) }
        guard let bytes = pc_transfer_take_bytes(handle, &count, &isBlock) else { return nil }
        guard isBlock else { return Data(bytesNoCopy: bytes, count: count, deallocator: .free) }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .custom { block, _ in pc_block_give_back(block) })
    }

    /// Forgets the answer, and closes the file of the body.
    func finish() { pc_transfer_finish(handle) }
}

/// What the transfers of a transport share: the sessions of TLS.
final class Share: Sendable {
    /// libcurl locks it by itself.
    nonisolated(unsafe) let handle: OpaquePointer

    init?() {
        guard Libcurl.isUsable, let handle = pc_share_create() else { return nil }
        self.handle = handle
    }

    deinit { pc_share_destroy(handle) }
}

/// The library as a whole.
enum Libcurl {
    /// Whether it could be initialized, which is done once in a process.
    static let isUsable = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Whether it may write to a closed connection on a thread that does not block the signal for that.
    static let raisesNoSignal = pc_raises_no_signal()

    /// Whether a second request over a connection of HTTP/2 without TLS fails.
    static let losesClearHTTP2 = pc_loses_clear_http2()

    /// The content encodings that are undone, the most useful first.
    static let contentEncodings: [String] =
        (pc_undoes_gzip() ? ["gzip", "deflate"] : []) + (pc_undoes_brotli() ? ["br"] : [])
        + (pc_undoes_zstd() ? ["zstd"] : [])

    /// Their names as `Accept-Encoding` has them.
    static let acceptedEncodings = contentEncodings.isEmpty ? "identity" : contentEncodings.joined(separator: ", ")
}
