/// Where a request belongs in a distributed trace: the W3C's Trace Context, level 1, which the fields `traceparent` and
/// `tracestate` carry.
///
/// ```swift
/// let trace = TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
/// trace?.traceID   // "4bf92f3577b34da6a3ce929d0e0e4736"
/// ```
public struct TraceContext: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let span: UInt64
    /// Whether the trace is recorded, as far as the sender knows.
    public let isSampled: Bool
    /// What vendors of tracing add, passed on as it came; empty where there is none.
    public let state: String

    private init(high: UInt64, low: UInt64, span: UInt64, isSampled: Bool, state: String) {
        (self.high, self.low, self.span) = (high, low, span)
        (self.isSampled, self.state) = (isSampled, state)
    }

    /// A context as the fields carry it; nil where `traceparent` is none (section 3.2.2).
    /// - Parameters:
    ///   - traceparent: version, trace, parent and flags. Of later versions what this one knows is read.
    ///   - tracestate: passed on; dropped where it is longer than 512 bytes or no visible ASCII, as a field must be.
    public init?(traceparent: String, tracestate: String = "") {
        let bytes = Array(traceparent.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = Self.number(bytes[0..<2]), version != 0xFF,
            version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == dash,
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]), high | low != 0,
            let span = Self.number(bytes[36..<52]), span != 0, let flags = Self.number(bytes[53..<55])
        else { return nil }
        let isPlain = tracestate.utf8.count <= 512 && tracestate.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        self.init(high: high, low: low, span: span, isSampled: flags & 1 == 1, state: isPlain ? tracestate : "")
    }

    /// The beginning of a trace of its own, sampled.
    static func root(_ random: () -> UInt64) -> TraceContext {
        TraceContext(high: random(), low: nonzero(random), span: nonzero(random), isSampled: true, state: "")
    }

    /// Another span of the same trace.
    func child(_ random: () -> UInt64) -> TraceContext {
        TraceContext(high: high, low: low, span: Self.nonzero(random), isSampled: isSampled, state: state)
    }

    /// Thirty-two digits that all spans of the trace share.
    public var traceID: String { Self.text(high) + Self.text(low) }
    /// Sixteen digits: this span.
    public var spanID: String { Self.text(span) }
    /// The value of the field.
    public var traceparent: String { "00-\(traceID)-\(spanID)-0\(isSampled ? 1 : 0)" }

    /// Zero means none.
    private static func nonzero(_ random: () -> UInt64) -> UInt64 { max(1, random()) }

    private static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Digits of base 16; letters are small ones.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        digits.reduce(into: UInt64?(0)) { number, digit in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number.map { $0 << 4 | UInt64(digit - 0x30) }
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number.map { $0 << 4 | UInt64(digit - 0x57) }
            default: number = nil
            }
        }
    }
}

extension HTTPField.Name {
    static let traceparent: Self = "traceparent"
    static let tracestate: Self = "tracestate"
}

extension HTTPFields {
    /// The context that the fields carry.
    var trace: TraceContext? {
        get { self[.traceparent].flatMap { TraceContext(traceparent: $0, tracestate: self[.tracestate] ?? "") } }
        set {
            self[.traceparent] = newValue?.traceparent
            self[.tracestate] = newValue.flatMap { $0.state.isEmpty ? nil : $0.state }
        }
    }
}
