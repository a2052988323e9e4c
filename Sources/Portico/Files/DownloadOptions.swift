/// What is asked of a download.
///
/// ```swift
/// let options = DownloadOptions(resumes: true, limit: 1 << 30, sha256: checksum)
/// let archive = try await client.download(GetArchive(id: 7), to: .folder(downloads), options: options)
/// ```
public struct DownloadOptions: Sendable {
    /// Whether a download that does not come to its end leaves what it has, and the next one of the same URL to the
    /// same destination goes on from there. No unless set.
    ///
    /// The part lies beside the file, under a hidden name (`.portico-….part`), and only where the server named the
    /// length and a strong validator. It is asked for by `Range` and `If-Range` (RFC 9110, section 14), with no content
    /// encoding; what changed on the server meanwhile is loaded anew. Only a GET can be resumed.
    public var resumes: Bool
    /// The most bytes of the file, content encodings undone; 8 GiB unless set.
    public var limit: Int64
    /// The SHA-256 that the file must have, in hexadecimal digits; not checked unless set. A file with another one is
    /// not put in place.
    public var sha256: String?
    /// What to do where the file is there already; ``Download/ConflictPolicy/fail`` unless set.
    public var onConflict: Download.ConflictPolicy
    /// What is asked of the call: deadlines, fields, statuses. Its `bodyLimit` holds for the body of a failure.
    public var call: CallOptions

    /// 8 GiB.
    public static let defaultLimit: Int64 = 8 << 30

    /// Options, with the default for whatever is not given.
    public init(
        resumes: Bool = false,
        limit: Int64 = defaultLimit,
        sha256: String? = nil,
        onConflict: Download.ConflictPolicy = .fail,
        call: CallOptions = CallOptions()
    ) {
        self.resumes = resumes
        self.limit = limit
        self.sha256 = sha256
        self.onConflict = onConflict
        self.call = call
    }
}
