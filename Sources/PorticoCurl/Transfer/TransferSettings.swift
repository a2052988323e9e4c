import CCurl
import Portico

/// Sets options of a transfer, and fails where libcurl does not take one: no option is ignored.
struct TransferSettings {
    private let transfer: Transfer

    init(_ transfer: Transfer) { self.transfer = transfer }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(pc_set_number(transfer.handle, option, value), option)
    }

    func set(_ option: CURLoption, _ value: String) throws(TransportError) {
        guard !value.utf8.contains(0) else { throw TransportError(.unsupported, "a setting holds a NUL") }
        try check(pc_set_text(transfer.handle, option, value), option)
    }

    private func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
        guard code != CURLE_OK else { return }
        let name = curl_easy_option_by_id(option).flatMap { $0.pointee.name }.map { String(cString: $0) }
        throw TransportError(
            .unsupported, "libcurl refuses \(name ?? "an option"): \(String(cString: curl_easy_strerror(code)))")
    }
}

extension Duration {
    /// Whole milliseconds, at most what a 64-bit number holds.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        return overflows ? .max : whole + attoseconds / 1_000_000_000_000_000
    }
}
