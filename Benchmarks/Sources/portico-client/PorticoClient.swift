import Foundation
import MeasuredClient
import Portico
import PorticoCurl

/// A whole `Client` over `CurlTransport`: endpoints are bound, statuses judged, deadlines kept; nothing is decoded.
@main
struct PorticoClient: MeasuredClient {
    private let client: Client

    static func main() {
        measure { base, _ in
            let transport = CurlTransport(CurlConfiguration(tls: .trustingAnyServerForDevelopment))
            let environment = APIEnvironment("bench", baseURL: base.absoluteString)
            return PorticoClient(client: Client(environment: environment, transport: transport))
        }
    }

    func fetch(_ path: String) async throws -> Int {
        try await client.send(GetFile(path: String(path.dropFirst()))).count
    }

    func download(_ path: String, to file: URL) async throws {
        try await client.download(
            GetFile(path: String(path.dropFirst())), to: .file(file), options: DownloadOptions(onConflict: .replace))
    }

    func upload(_ file: URL, to path: String) async throws {
        try await client.upload(.file(file), with: PutFile(path: String(path.dropFirst())))
    }
}

struct GetFile: Endpoint {
    static let route: Route = "GET /{+path}"
    typealias Response = Data
    var path: String
}

struct PutFile: Endpoint {
    static let route: Route = "PUT /{+path}"
    typealias Response = Void
    var path: String
}
