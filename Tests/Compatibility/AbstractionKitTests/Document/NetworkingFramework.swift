import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import PorticoCurl
import Portico

/// A small networking framework, in the place of the one that the document bridges to. It knows nothing of
/// AbstractionKit.
enum APIKit {
    protocol Request {
        associatedtype Response
        var baseURL: URL { get }
        var path: String { get }
        var parameters: Any? { get }
        var method: HTTPMethod { get }
        func response(from object: Any, urlResponse: HTTPURLResponse) throws -> Response
    }

    enum HTTPMethod: String {
        case get = "GET"
        case post = "POST"
    }
}

enum Session {
    private static let transport = CurlTransport()

    /// Calls the handler once, on a thread of no particular kind. The request is used there and nowhere else.
    static func send<Request: APIKit.Request & SendableMetatype>(
        _ request: sending Request, callbackQueue: DispatchQueue?,
        handler: @escaping @Sendable (Result<Request.Response, any Error>) -> Void
    ) {
        Task {
            do {
                handler(.success(try await answer(to: request)))
            } catch {
                handler(.failure(error))
            }
        }
    }

    private static func answer<Request: APIKit.Request>(to request: Request) async throws -> Request.Response {
        var components = URLComponents(
            url: request.baseURL.appendingPathComponent(request.path), resolvingAgainstBaseURL: false)
        let parameters = request.parameters as? [String: Any] ?? [:]
        var body = HTTPBody.none
        if request.method == .get {
            components?.queryItems = parameters.map { URLQueryItem(name: $0.key, value: "\($0.value)") }
        } else {
            body = .bytes(try JSONSerialization.data(withJSONObject: parameters), mediaType: .json)
        }
        guard let url = components?.url, let method = Portico.HTTPMethod(rawValue: request.method.rawValue),
            let outgoing = HTTPRequest(method: method, url: url, body: body),
            let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { throw URLError(.badURL) }
        let answer = try await transport.send(outgoing, TransportOptions())
        let object = try JSONSerialization.jsonObject(with: answer.data ?? Data())
        return try request.response(from: object, urlResponse: head)
    }
}
