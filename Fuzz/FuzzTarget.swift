/// One parser under fuzzing: what it is fed first, and what has to hold for every input.
///
/// `check` traps where it does not hold; so does whatever it calls, since arithmetic and bounds stay checked.
struct FuzzTarget: Sendable {
    let name: String
    /// Inputs that are well formed, from which the fuzzer makes others.
    let seeds: [String]
    let check: @Sendable (_ input: [UInt8]) -> Void

    static let all: [FuzzTarget] = [
        .path, .route, .url, .location, .percentEncoding, .fields, .mediaType, .dates, .json, .jsonTape, .jsonDecoder,
        .jsonEncoder, .jsonRoundTrip, .jsonMap, .jsonElements,
        .jsonText, .jsonValue,
        .errorBody, .undecodable, .redactedJSON, .redactedURL, .shellQuoting, .download, .challenge, .cookies,
        .cookieDates, .fixtureName, .fixtureSidecar, .fixtureLookup, .archive, .recordedBody,
    ]
}

/// Traps where the condition does not hold. Unlike `precondition` it tells why in an optimised build too.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    if !condition { fatalError(what()) }
}

/// Traps with the two values where they differ.
func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: StaticString) {
    expect(value == expected, "\(what): \(String(reflecting: value)), not \(String(reflecting: expected))")
}
