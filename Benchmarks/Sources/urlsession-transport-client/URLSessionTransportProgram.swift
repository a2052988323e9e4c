import MeasuredClient
import PorticoURLSession

/// `URLSessionTransport` alone.
@main
enum URLSessionTransportProgram {
    static func main() {
        measure { base, _ in try TransportClient(URLSessionTransport(), base) }
    }
}
