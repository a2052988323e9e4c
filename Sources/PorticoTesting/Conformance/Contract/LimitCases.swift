#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let limits: [ConformanceCase] = [
        .contract("a whole body ends at its limit, announced or not") { subject in
            for answer in [MockAnswer.text("hello"), .chunked([Data("hel".utf8), Data("lo".utf8)])] {
                let bench = try subject.bench(answer)
                let beyond = await bench.kind(TransportOptions(bodyLimit: 4))
                try expect(beyond, is: .bodyTooLarge(limit: 4), "the outcome of 5 bytes with a limit of 4")
                let response = try await bench.send(TransportOptions(bodyLimit: 5))
                try expect(response.data, is: Data("hello".utf8), "5 bytes with a limit of 5")
            }
        },
        .contract("a limit of no bytes allows an empty body") { subject in
            let response = try await subject.bench(.status(200)).send(TransportOptions(bodyLimit: 0))
            try expect(response.data, is: Data(), "the body")
            let kind = try await subject.bench(.text("x")).kind(TransportOptions(bodyLimit: 0))
            try expect(kind, is: .bodyTooLarge(limit: 0), "the outcome of one byte")
        },
        .contract("a body that does not end is broken off at the limit") { subject in
            let bench = try subject.bench(.repeating(Data(count: 65_536), times: 1 << 20))
            let kind = await bench.kind(TransportOptions(bodyLimit: 100_000))
            try expect(kind, is: .bodyTooLarge(limit: 100_000), "the outcome")
        },
        .contract("a body that ends before its announced end is no short success") { subject in
            for delivery in TransportOptions.Delivery.both {
                let bench = try subject.bench(.text("hello").cut(at: .body(2)))
                let kind = await bench.kind(TransportOptions(delivery: delivery))
                try expect(kind, is: .bodyTruncated, "the outcome, \(delivery)")
            }
        },
        .contract("an exchange that ends without an answer is a lost connection") { subject in
            for delivery in TransportOptions.Delivery.both {
                let kind = try await subject.bench(.nothing).kind(TransportOptions(delivery: delivery))
                try expect(kind, is: .connectionLost, "the outcome, \(delivery)")
            }
        },
        .contract("the transport is of use after every failure") { subject in
            let bench = try subject.bench { request in
                switch request.target {
                case "/nothing": .nothing
                case "/cut": .text("hello").cut(at: .body(2))
                case "/large": .text("hello")
                default: .text("fine")
                }
            }
            for path in ["/nothing", "/cut", "/large"] {
                let kind = await bench.kind(.get, path, TransportOptions(bodyLimit: 4))
                try expect(kind != nil, "a failure of \(path)", seen: "none")
                let response = try await bench.send()
                try expect(response.data, is: Data("fine".utf8), "the answer after \(path)")
            }
        },
    ]
}
