import Foundation
import Portico
import UntypedValues

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a request of a user's says, read once on the caller's thread.
struct OutgoingRequest {
    let answer: ABResponseType
    private(set) var onProgress: (@Sendable (Float, String) -> Void)?
    private let name: String
    private let method: HTTPMethod
    private let path: RequestPath
    private let query: RequestValues
    private let fields: RequestValues
    private let body: RequestContent
    private var options = CallOptions()

    init(_ request: any ABRequestProtocol, _ configuration: URLSessionConfiguration) throws {
        answer = request.responseType
        name = "\(type(of: request))"
        method = request.method.method
        path = RequestPath(unescaped: request.path)
        fields = RequestValues(untyped: request.headers ?? [:])
        var isUpload = false
        switch request.actionType {
        case .download(let handler): onProgress = handler
        case .standard: break
        case .upload:
            isUpload = true
            // A form may take longer than an answer is waited for.
            options.attemptTimeout = Duration(configuration.timeoutIntervalForResource)
        }
        switch request.parameters {
        case .url(let values):
            query = RequestValues(untyped: values ?? [:])
            body = .none
        case .body(let values):
            query = [:]
            body = try values.map { isUpload ? .multipart(try Multipart(untyped: $0)) : .json($0.untyped) } ?? .none
        }
    }

    /// For an answer that goes into a file.
    var ignoringTheAnswer: Request<Void, ErrorBody> { request(.ignored) }

    var json: Request<WithHead<JSONValue?>, ErrorBody> {
        request(ResponseMapping<JSONValue?>.decoded.withHead)
    }

    private func request<Response>(_ mapping: ResponseMapping<Response>) -> Request<Response, ErrorBody> {
        var request = Request<Response, ErrorBody>(
            method, path, query: query, fields: fields, body: body, mapping: mapping)
        request.options = options
        return request.named(name)
    }
}

extension Multipart {
    /// A form of a dictionary's values, by name.
    fileprivate init(untyped values: [String: Any]) throws {
        self.init()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            switch value {
            case let data as Data: append(.bytes(data, name: name, filename: name))
            case let url as URL where url.isFileURL: append(.file(url, name: name))
            default: append(.text(try UntypedValue(value).text(), name: name))
            }
        }
    }
}
