public import Portico

/// The contract of `Transport` as a list of cases, for anyone's transport.
///
/// Each case is run on a transport and throws what is wrong with it. No test framework is imported; with Swift Testing these
/// lines make a test of every case, and show what is left out and why:
///
/// ```swift
/// @Suite struct MyTransportConformanceTests {
///     static let conformance = TransportConformance(for: MyTransport().capabilities)
///
///     @Test(arguments: conformance.cases)
///     func `keeps the contract`(_ example: ConformanceCase) async throws {
///         try await example.run(on: MyTransport())
///     }
///
///     @Test(.enabled(if: conformance.lacking.isEmpty, "\(conformance.lack)"))
///     func `lacks nothing`() {}
/// }
/// ```
///
/// There are two halves, ``ConformanceCase/Group/contract`` for any transport and ``ConformanceCase/Group/wire`` for those
/// that open sockets. The cases make their own ``MockServer``, on a port of 127.0.0.1.
public struct TransportConformance: Sendable {
    /// The cases that the transport can be asked for.
    public let cases: [ConformanceCase]
    /// The cases that need what the transport declares that it lacks. Running one of them fails.
    public let lacking: [ConformanceCase]
    private let missing: Set<TransportCapabilities.Capability>

    /// - Parameters:
    ///   - capabilities: the transport's; every case needs all of them but those that it does not touch.
    ///   - groups: the halves of the suite; both unless said otherwise.
    public init(
        for capabilities: TransportCapabilities,
        _ groups: Set<ConformanceCase.Group> = Set(ConformanceCase.Group.allCases)
    ) {
        let all = Self.allCases.filter { groups.contains($0.group) }
        cases = all.filter { $0.needs.isDisjoint(with: capabilities.missing) }
        lacking = all.filter { !$0.needs.isDisjoint(with: capabilities.missing) }
        missing = capabilities.missing
    }

    /// Every case of the suite.
    public static let allCases: [ConformanceCase] = ConformanceCase.ofContract + ConformanceCase.ofWire

    /// Why the cases of ``lacking`` are left out, for the test runner to show: how many cases, and what they need.
    public var lack: String {
        let counts = missing.sorted { $0.rawValue < $1.rawValue }.compactMap { capability -> String? in
            let count = lacking.count { $0.needs.contains(capability) }
            return count > 0 ? "\(capability) (\(count))" : nil
        }
        return
            "\(lacking.count) cases of the transport's contract, for what it lacks: \(counts.joined(separator: ", "))"
    }
}

extension ConformanceCase {
    static let ofContract =
        answers + requestBodies + cancellations + deadlines + limits + streams + progress + races
    static let ofWire =
        requestsOnTheWire + answersOnTheWire + encodings + faults + hostility + connections
}
