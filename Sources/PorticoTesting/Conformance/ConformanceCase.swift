public import Portico

/// One thing that every transport has to do: a case of ``TransportConformance``.
public struct ConformanceCase: Sendable, CustomStringConvertible {
    /// The halves of the suite.
    public enum Group: String, Hashable, Sendable, CaseIterable {
        /// What holds whatever carries the bytes: cancellation, deadlines, limits, streams, bodies, progress.
        case contract
        /// What holds for the bytes on a socket, and against peers that break the rules.
        case wire
    }

    /// What holds, as a sentence.
    public let name: String
    /// The half of the suite that it belongs to.
    public let group: Group
    /// What a transport must not lack for it.
    public let needs: Set<TransportCapabilities.Capability>
    /// Whether many calls race in it, so that it is worth running under ThreadSanitizer too.
    public let isRace: Bool
    private let body: Body

    private enum Body: Sendable {
        case contract(@Sendable (ConformanceSubject) async throws -> Void)
        case wire(@Sendable (any Transport) async throws -> Void)
    }

    /// How long a case may take in real time unless said otherwise.
    public static let defaultLimit = Duration.seconds(60)

    public var description: String { name }
}

extension ConformanceCase {
    /// Runs the case on a transport that opens sockets.
    ///
    /// - Parameters:
    ///   - transport: the transport; one of its own for each run, since what a case leaves behind is the next one's.
    ///   - limit: how long the case may take in real time. One that has not ended by then has failed.
    /// - Throws: ``ConformanceFailure``.
    public func run(on transport: any Transport, limit: Duration = defaultLimit) async throws {
        switch body {
        case .contract(let body):
            try await run(transport.capabilities, limit) { try await body(.overSockets(transport)) }
        case .wire(let body): try await run(transport.capabilities, limit) { try await body(transport) }
        }
    }

    /// Runs a case of the contract on a transport that opens no socket: one that gets its answers from a closure.
    ///
    /// ```swift
    /// try await example.run { StubTransport($0) }
    /// ```
    /// - Parameters:
    ///   - limit: how long the case may take in real time. One that has not ended by then has failed.
    ///   - makeTransport: makes a transport whose requests are answered by the closure that it is given. Where the answer is
    ///     held, the closure waits, and its body's chunks do. It takes a cancelled task, and chunks that are dropped, for a
    ///     caller that has left.
    /// - Throws: ``ConformanceFailure``, also for a case of the wire, which has no meaning here.
    public func run(
        limit: Duration = defaultLimit,
        on makeTransport:
            @escaping @Sendable (
                _ answer: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse
            ) -> any Transport
    ) async throws {
        guard case .contract(let body) = body else {
            throw ConformanceFailure("the transport", expected: "one with sockets", seen: "one in process", of: name)
        }
        let capabilities = makeTransport { _ in HTTPResponse(status: .noContent) }.capabilities
        try await run(capabilities, limit) { try await body(.inProcess(makeTransport)) }
    }

    private func run(
        _ capabilities: TransportCapabilities, _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let lack = needs.intersection(capabilities.missing).map(\.rawValue).sorted()
        guard lack.isEmpty else {
            let needed = needs.map(\.rawValue).sorted().joined(separator: ", ")
            throw ConformanceFailure(
                "the capabilities", expected: needed, seen: "no \(lack.joined(separator: ", "))", of: name)
        }
        let outcome: Result<Void, ConformanceFailure>
        do throws(TransportError) {
            outcome = try await Race.run(DeadlineQueue(clock: ContinuousClock()), timeout: limit) {
                await self.outcome(of: body)
            }
        } catch {
            let isLate = error.kind == .timedOut(.attempt)
            throw ConformanceFailure(
                "the case", expected: "an end within \(limit)", seen: isLate ? "none" : "\(error)", of: name)
        }
        try outcome.get()
    }

    private func outcome(of body: @Sendable () async throws -> Void) async -> Result<Void, ConformanceFailure> {
        do {
            try await CaseServers.$current.withValue(CaseServers()) { try await body() }
            return .success(())
        } catch let error as ConformanceFailure {
            return .failure(error.named(name))
        } catch {
            return .failure(ConformanceFailure("the exchange", expected: "an answer", seen: "\(error)", of: name))
        }
    }
}

extension ConformanceCase {
    static func contract(
        _ name: String, needs: Set<TransportCapabilities.Capability> = [],
        _ body: @escaping @Sendable (ConformanceSubject) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(name: name, group: .contract, needs: needs, isRace: false, body: .contract(body))
    }

    static func race(
        _ name: String, needs: Set<TransportCapabilities.Capability> = [],
        _ body: @escaping @Sendable (ConformanceSubject) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(name: name, group: .contract, needs: needs, isRace: true, body: .contract(body))
    }

    static func wire(
        _ name: String, needs: Set<TransportCapabilities.Capability> = [],
        _ body: @escaping @Sendable (any Transport) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(name: name, group: .wire, needs: needs, isRace: false, body: .wire(body))
    }
}
