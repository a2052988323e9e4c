#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When a server says that one may come back.
enum ServerDelay {
    /// How long to wait from now on; nil where the answer does not say, or not in a form that can be read. It may be
    /// any length.
    ///
    /// `Retry-After` first, in seconds or as a date (RFC 9110, section 10.2.3). Then, of a 429, what APIs say of their
    /// limits: the `RateLimit` and `RateLimit-Reset` of the IETF's drafts, and `X-RateLimit-Reset`, whose seconds count
    /// from now or, where there are too many for that, from 1970. Dates are compared with the server's own `Date` where
    /// it gives one, for its clock need not be ours.
    static func wait(after head: ResponseHead, now: Date) -> Duration? {
        let now = head.fields[.date].flatMap { HTTPDate.date(from: $0, now: now) } ?? now
        if let text = head.fields[.retryAfter], let wait = retryAfter(text, now: now) { return wait }
        guard head.status == 429 else { return nil }
        if let text = head.fields["RateLimit"], let seconds = reset(inRateLimit: text) {
            return wait(seconds, now: now)
        }
        for name in resetFields {
            if let text = head.fields[name], let wait = retryAfter(text, now: now) { return wait }
        }
        return nil
    }

    private static let resetFields: [HTTPField.Name] = [
        "RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset", "X-RateLimit-Reset-After",
    ]

    private static func retryAfter(_ text: String, now: Date) -> Duration? {
        if let number = Double(text), number.isFinite { return wait(number, now: now) }
        return HTTPDate.date(from: text, now: now).map { limited($0.timeIntervalSince(now)) }
    }

    /// A number of seconds, from now on or, above a billion of them, which is the year 2001, since 1970; or of
    /// milliseconds since then.
    private static func wait(_ number: Double, now: Date) -> Duration {
        if number < 1e9 { return limited(number) }
        let seconds = number < 1e11 ? number : number / 1000
        return limited(seconds - now.timeIntervalSince1970)
    }

    private static func limited(_ seconds: Double) -> Duration { .seconds(min(max(0, seconds), 1e9)) }

    /// The `t` or `reset` parameter: `"default";r=0;t=30`, `limit=100, remaining=0, reset=30`. The longest where there
    /// are several.
    private static func reset(inRateLimit text: String) -> Double? {
        let parts = text.split { $0 == "," || $0 == ";" }
        let seconds = parts.compactMap { part -> Double? in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            guard pair.count == 2, pair[0] == "t" || pair[0] == "reset" else { return nil }
            return Double(pair[1]).flatMap { $0.isFinite ? $0 : nil }
        }
        return seconds.max()
    }
}
