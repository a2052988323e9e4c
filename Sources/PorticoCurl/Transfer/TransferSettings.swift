import CCurl
import Portico
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sets options of a transfer, and fails where libcurl does not take one: no option is ignored.
struct TransferSettings {
    private let transfer: Transfer

    init(_ transfer: Transfer) { self.transfer = transfer }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(pc_set_number(transfer.handle, option, value), option)
    }

    /// Nil takes libcurl's default away.
    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        if value?.utf8.contains(0) == true { throw TransportError(.unsupported, "a setting holds a NUL") }
        try check(pc_set_text(transfer.handle, option, value), option)
    }

    func set(_ option: CURLoption, _ value: Data) throws(TransportError) {
        let code = value.withUnsafeBytes { pc_set_bytes(transfer.handle, option, $0.baseAddress, $0.count) }
        try check(code, option)
    }

    /// libcurl reads the list when a transfer begins, so it lives as long as the transfer.
    func set(_ option: CURLoption, _ lines: [String]) throws(TransportError) {
        for line in lines where !pc_add_line(transfer.handle, line) {
            throw TransportError(.other, "there is no memory for a setting")
        }
        try check(pc_set_added_lines(transfer.handle, option), option)
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
