import Foundation

extension FuzzTarget {
    /// Dates in each of the formats: what was read can be told, and reads as the same date again.
    static let dates = FuzzTarget(
        name: "dates",
        seeds: [
            "2024-02-29T23:59:60.123456789+01:30", "1985-04-12t23:20:50.52z", "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "-62167219200", "1700000000.123",
            "253402300799999",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        for format in [DateFormat.rfc3339, .rfc3339(fractionalDigits: 9), .rfc1123, .epochSeconds, .epochMilliseconds] {
            guard let date = format.date(from: text) else { continue }
            expect(date.timeIntervalSince1970.isFinite, "a date that is no number")
            guard format.canTell(date) else { continue }
            guard let again = format.date(from: format.text(for: date)) else {
                fatalError("\(format.text(for: date)) was written and cannot be read")
            }
            // The coarsest of the formats cuts a second's fraction off.
            expect(abs(again.timeIntervalSince(date)) <= 1, "\(text) became \(format.text(for: again))")
        }
    }
}
