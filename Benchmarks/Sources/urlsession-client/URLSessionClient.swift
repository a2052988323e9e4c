import Foundation
import MeasuredClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Foundation's `URLSession`, without any library.
@main
struct URLSessionClient: MeasuredClient {
    private let session: URLSession
    private let base: URL

    private init(base: URL, inFlight: Int) {
        self.base = base
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = inFlight
        session = URLSession(configuration: configuration)
    }

    static func main() { measure(URLSessionClient.init) }

    func fetch(_ path: String) async throws -> Int {
        let (data, response) = try await session.data(for: request(path))
        try check(response)
        return data.count
    }

    func download(_ path: String, to file: URL) async throws {
        let (temporary, response) = try await session.download(for: request(path))
        try check(response)
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: temporary, to: file)
    }

    func upload(_ file: URL, to path: String) async throws {
        var request = try request(path)
        request.httpMethod = "PUT"
        let (_, response) = try await session.upload(for: request, fromFile: file)
        try check(response)
    }

    private func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: path, relativeTo: base) else { throw MeasurementError.arguments }
        return URLRequest(url: url)
    }

    private func check(_ response: URLResponse) throws {
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw MeasurementError.unexpectedAnswer("\(response)")
        }
    }
}
