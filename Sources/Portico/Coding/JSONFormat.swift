/// What reads and writes JSON for a client: Foundation's coders, those of a module like `PorticoJSON`, or others.
///
/// ```swift
/// let api = client.withJSON(.fast)      // import PorticoJSON
/// ```
///
/// One of these is more than a decoder and an encoder: it makes them for the format of dates that the client, or an
/// endpoint, has chosen (``ParameterStyle/dates``).
public struct JSONFormat: Sendable {
    let coder: @Sendable (DateFormat) -> any ResponseDecoder & BodyEncoder

    /// - Parameter coder: makes what reads and writes JSON with dates of a format.
    public init(_ coder: @escaping @Sendable (DateFormat) -> any ResponseDecoder & BodyEncoder) { self.coder = coder }

    /// ``FoundationJSON``, which clients use unless told otherwise.
    public static let foundation = JSONFormat { FoundationJSON(dates: $0) }
}
