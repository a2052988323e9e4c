import Foundation
import Portico
import Testing

@testable import PorticoCurl

@Suite struct UploadFeedTests {
    private let a = Data("a".utf8)
    private let b = Data("b".utf8)

    /// An effect as text, so that a whole exchange of events can be compared.
    private func text(_ effect: UploadFeed.Effect) -> String {
        let piece = effect.piece.map { $0.isEmpty ? "end" : String(decoding: $0, as: UTF8.self) }
        return [piece, effect.fetches ? "fetch" : nil, effect.failure.map { "\($0.kind)" }].compactMap { $0 }
            .joined(separator: " ")
    }

    @Test func `nothing is fetched before libcurl asks, and then one piece ahead`() {
        var feed = UploadFeed()
        let effects = [
            feed.wanted(), feed.fetched(.success(a)), feed.fetched(.success(b)), feed.wanted(), feed.wanted(),
            feed.fetched(.success(nil)), feed.wanted(),
        ]

        #expect(effects.map(text) == ["fetch", "a fetch", "", "b fetch", "", "end", ""])
    }

    @Test func `an end that comes early waits until it is asked for`() {
        var feed = UploadFeed()
        let effects = [feed.wanted(), feed.fetched(.success(a)), feed.fetched(.success(nil)), feed.wanted()]

        #expect(effects.map(text) == ["fetch", "a fetch", "", "end"])
    }

    @Test func `a failure is told at once, and nothing after it`() {
        var feed = UploadFeed()
        let error = TransportError(.bodyFailed)
        let effects = [feed.wanted(), feed.fetched(.failure(error)), feed.wanted(), feed.fetched(.success(a))]

        #expect(effects.map(text) == ["fetch", "\(TransportError.Kind.bodyFailed)", "", ""])
    }
}
