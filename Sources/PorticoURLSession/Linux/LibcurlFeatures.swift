#if canImport(Glibc)
import Glibc

/// What the libcurl below Foundation was built with. Foundation links it and hands every encoding that it knows to it.
enum LibcurlFeatures {
    /// The content encodings that are undone, the most useful first.
    static let contentEncodings: [String] = {
        // zlib belongs to every libcurl that Foundation is built with; of the others libcurl itself must say so.
        let features = bits ?? 0
        return ["gzip", "deflate"] + (features & brotli != 0 ? ["br"] : []) + (features & zstd != 0 ? ["zstd"] : [])
    }()

    private static let brotli: Int32 = 1 << 23
    private static let zstd: Int32 = 1 << 26

    /// `curl_version_info(CURLVERSION_FOURTH)->features`, or nil where the function is not to be found.
    private static let bits: Int32? = {
        guard let symbol = dlsym(nil, "curl_version_info") else { return nil }
        typealias VersionInfo = @convention(c) (Int32) -> UnsafeRawPointer?
        // The struct begins: int age; const char *version; unsigned version_num; const char *host; int features.
        return unsafeBitCast(symbol, to: VersionInfo.self)(3)?.load(fromByteOffset: 32, as: Int32.self)
    }()
}
#elseif !canImport(Darwin)
enum LibcurlFeatures {
    static let contentEncodings = ["gzip", "deflate"]
}
#endif
