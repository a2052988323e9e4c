import CCurl
import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes a request into a transfer.
struct OutgoingRequest {
    private let request: HTTPRequest
    private let transfer: Transfer
    private let pins: Set<TLSPin>
    private let proxy: CurlProxy?
    private let connectionUse: CurlConfiguration.ConnectionUse

    init(
        _ request: HTTPRequest, into transfer: Transfer, pins: Set<TLSPin>, proxy: CurlProxy?,
        _ connectionUse: CurlConfiguration.ConnectionUse
    ) {
        self.request = request
        self.transfer = transfer
        self.pins = pins
        self.proxy = proxy
        self.connectionUse = connectionUse
    }

    /// - Returns: where the body's pieces come from, where they do not go out by themselves.
    func write(_ options: TransportOptions) throws(TransportError) -> UploadSource? {
        guard begin(options) else { throw refusal("the URL or the method") }
        try setPath()
        for field in request.fields {
            guard add(field.name.rawName, field.value) else { throw refusal("the field '\(field.name)'") }
        }
        let source = try writeBody()
        guard writeOwnFields() else { throw refusal("a field of the body") }
        let code = pc_request_seal(transfer.handle)
        guard code == CURLE_OK else { throw TransportError(.other, String(cString: curl_easy_strerror(code))) }
        return source
    }

    /// What is wrong with the request, in the words of its own check.
    private func refusal(_ part: String) -> TransportError {
        do throws(InvalidRequest) {
            try request.validate()
        } catch {
            return TransportError(.other, "\(error)", underlying: error)
        }
        return TransportError(.other, "\(part) cannot be sent")
    }

    /// What the connection goes through, and whom it has to lead to.
    private func setPath() throws(TransportError) {
        if proxy != nil || transfer.proxy != nil, proxy != transfer.proxy {
            try CurlProxy.apply(proxy, to: TransferSettings(transfer))
            transfer.proxy = proxy
        }
        for pin in pins {
            guard pin.sha256.count == Int(PC_PIN_SIZE),
                pin.sha256.withUnsafeBytes({ bytes in
                    bytes.withMemoryRebound(to: UInt8.self) {
                        pc_request_pin(transfer.handle, pin.isCertificate, $0.baseAddress)
                    }
                })
            else { throw TransportError(.secureConnectionFailed, "\(request.authority): a pin is no SHA-256") }
        }
    }

    /// Path and query; to a proxy that is sent plain requests, the whole URL.
    private var target: String { proxy?.kind == .http && request.scheme == "http" ? request.urlText : request.path }

    private func begin(_ options: TransportOptions) -> Bool {
        var head = pc_request()
        head.is_head = request.method == .head
        head.is_idempotent = request.method.isIdempotent
        head.may_share = connectionUse == .shared
        head.is_alone = connectionUse == .alone
        head.is_streamed = options.delivery == .streamed
        head.counts_progress = options.onProgress != nil
        head.body_limit = UInt64(max(0, options.bodyLimit))
        return request.scheme.withBytes { scheme in
            (head.scheme, head.scheme_count) = (scheme.baseAddress, scheme.count)
            return request.authority.withBytes { authority in
                (head.authority, head.authority_count) = (authority.baseAddress, authority.count)
                return begin(&head)
            }
        }
    }

    private func begin(_ head: inout pc_request) -> Bool {
        target.withBytes { target in
            (head.target, head.target_count) = (target.baseAddress, target.count)
            return request.method.rawValue.withBytes { method in
                (head.method, head.method_count) = (method.baseAddress, method.count)
                return pc_request_begin(transfer.handle, &head)
            }
        }
    }

    private func add(_ name: String, _ value: String) -> Bool {
        name.withBytes { name in
            value.withBytes { value in
                pc_request_add_field(transfer.handle, name.baseAddress, name.count, value.baseAddress, value.count)
            }
        }
    }

    /// The fields that the request does not have itself, and those that libcurl would add of its own accord.
    private func writeOwnFields() -> Bool {
        let fields = pc_request_fields(transfer.handle)
        func has(_ field: Int) -> Bool { fields & UInt32(field) != 0 }
        if !has(PC_ACCEPT) { pc_request_omit_field(transfer.handle, "Accept") }
        if !has(PC_ACCEPT_ENCODING) {
            guard add("Accept-Encoding", has(PC_RANGE) ? "identity" : Libcurl.acceptedEncodings) else { return false }
        }
        guard hasBody else { return true }
        if !has(PC_EXPECT) { pc_request_omit_field(transfer.handle, "Expect") }
        guard !has(PC_CONTENT_TYPE) else { return true }
        if let type = request.body.mediaType { return add("Content-Type", type.description) }
        pc_request_omit_field(transfer.handle, "Content-Type")
        return true
    }

    /// Whether the message has a body, be it of no bytes, and so says how long it is.
    private var hasBody: Bool {
        !request.body.isNone || request.method == .post || request.method == .put || request.method == .patch
    }
}

// The body.
extension OutgoingRequest {
    /// Up to here a body that is in memory is copied once and goes out with the head; beyond, piece by piece.
    private static let copiedSize = 1 << 20

    private func writeBody() throws(TransportError) -> UploadSource? {
        guard hasBody else { return nil }
        switch request.body.content {
        case .none:
            writeBytes(Data())
            return nil
        case .bytes(let data):
            guard data.count > Self.copiedSize else {
                writeBytes(data)
                return nil
            }
            pc_request_body_pieces(transfer.handle, Int64(data.count))
            return .bytes(data)
        case .file(let url):
            let file = try RequestFile(url)
            pc_request_body_file(transfer.handle, file.descriptor, file.length)
            return nil
        case .multipart, .stream:
            let length = request.body.length
            let chunks = try request.body.chunks(ofLength: length)
            pc_request_body_pieces(transfer.handle, length ?? -1)
            return .chunks(chunks)
        }
    }

    private func writeBytes(_ data: Data) {
        data.withUnsafeBytes { pc_request_body_bytes(transfer.handle, $0.baseAddress, $0.count) }
    }
}

extension String {
    /// The bytes of the UTF-8, where they lie.
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<CChar>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { $0.withMemoryRebound(to: CChar.self, body) }
    }
}

extension TLSPin {
    fileprivate var isCertificate: Bool { if case .certificate = self { true } else { false } }
}
