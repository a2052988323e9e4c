import Foundation

/// Something that clients do on the wire.
struct WireCase: Sendable {
    enum Work: Sendable {
        case fetch(inFlight: Int)
        case download
        case upload
    }

    /// As keys have it: `h1.c64`.
    let name: String
    /// Before a table's row.
    let title: String
    let isSecure: Bool
    let path: String
    let work: Work
    let clients: [WireClient]

    /// URLSession on Linux speaks no HTTP/2, and wrk speaks it nowhere.
    static let all: [WireCase] = [
        WireCase(
            name: "h1.c1", title: "250 B, one at a time", isSecure: false, path: "/small.json",
            work: .fetch(inFlight: 1), clients: WireClient.allCases),
        WireCase(
            name: "h1.c64", title: "250 B, 64 in flight", isSecure: false, path: "/small.json",
            work: .fetch(inFlight: 64), clients: WireClient.allCases),
        WireCase(
            name: "h2.c64", title: "250 B, 64 in flight, HTTP/2 over TLS", isSecure: true, path: "/small.json",
            work: .fetch(inFlight: 64), clients: [.c, .transport, .client]),
        WireCase(
            name: "h1.20k.c64", title: "20 KB, 64 in flight", isSecure: false, path: "/medium.json",
            work: .fetch(inFlight: 64), clients: WireClient.allCases),
        WireCase(
            name: "download", title: "200 MB to a file", isSecure: false, path: "/large.bin",
            work: .download, clients: WireClient.allCases.filter { $0 != .wrk }),
        WireCase(
            name: "upload", title: "200 MB from a file", isSecure: false, path: "/uploads/large.bin",
            work: .upload, clients: WireClient.allCases.filter { $0 != .wrk }),
    ]

    /// The clients that are there: wrk may not be.
    var presentClients: [WireClient] { clients.filter { $0 != .wrk || Self.hasWrk } }

    static let hasWrk = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/wrk")
    }

    /// Whether what counts is bytes, not requests.
    var isTransfer: Bool { if case .fetch = work { false } else { true } }
}
