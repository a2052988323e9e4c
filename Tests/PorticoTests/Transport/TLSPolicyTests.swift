import Foundation
import Testing

@testable import Portico

@Suite struct TLSPolicyTests {
    private static let pin = TLSPin.publicKey(sha256: Data(repeating: 7, count: 32))

    @Test(
        arguments: [
            ("api.example.com", true), ("API.Example.com", true), ("api.example.com.", true),
            ("example.com", false), ("v2.api.example.com", false), ("www.other.example", true),
            ("other.example", false),
            ("a.b.other.example", false), ("xother.example", false),
        ] as [(String, Bool)])
    func `a host's pins are found by its name, or by a pattern for one level`(host: String, isPinned: Bool) {
        var policy = TLSPolicy(pins: ["api.example.com": [Self.pin], "*.Other.example": [Self.pin]])

        #expect(policy.verdict(scheme: "https", host: host) == .allowed(isPinned ? [Self.pin] : []))
        policy.unpinnedHosts = .refused
        let isAllowed = policy.verdict(scheme: "https", host: host) == .allowed([Self.pin])
        #expect(isAllowed == isPinned)
    }

    @Test func `a host's own pins go before a pattern's`() {
        let own = TLSPin.certificate(sha256: Data(repeating: 9, count: 32))
        let policy = TLSPolicy(pins: ["*.example.com": [Self.pin], "api.example.com": [own]])

        #expect(policy.verdict(scheme: "https", host: "api.example.com") == .allowed([own]))
    }

    @Test func `what cannot be kept is refused`() {
        var trusting = TLSPolicy.trustingAnyServerForDevelopment
        trusting.pins = ["h": [Self.pin]]
        let verdicts = [
            TLSPolicy(pins: ["h": [Self.pin]]).verdict(scheme: "http", host: "h"),
            TLSPolicy(pins: ["h": []]).verdict(scheme: "https", host: "h"),
            TLSPolicy(pins: ["h": [.publicKey(sha256: Data(count: 20))]]).verdict(scheme: "https", host: "h"),
            TLSPolicy(unpinnedHosts: .refused).verdict(scheme: "https", host: "h"),
            TLSPolicy(unpinnedHosts: .refused).verdict(scheme: "http", host: "h"),
            trusting.verdict(scheme: "https", host: "h"),
        ]

        for verdict in verdicts {
            guard case .refused = verdict else {
                Issue.record("\(verdict)")
                continue
            }
        }
    }

    @Test func `a description holds no key and no passphrase`() {
        let identity = TLSIdentity.pem(certificates: Data("C".utf8), key: Data("K".utf8), passphrase: "hunter2")

        #expect("\(TLSPolicy(clientIdentity: identity))".contains("a client certificate in PEM"))
        #expect(!"\(TLSPolicy(clientIdentity: identity))".contains("hunter2"))
    }
}
