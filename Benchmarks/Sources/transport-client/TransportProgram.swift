import MeasuredClient
import Portico
import PorticoCurl

/// `CurlTransport` alone.
@main
enum TransportProgram {
    static func main() {
        measure { base, _ in
            try TransportClient(CurlTransport(CurlConfiguration(tls: .trustingAnyServerForDevelopment)), base)
        }
    }
}
