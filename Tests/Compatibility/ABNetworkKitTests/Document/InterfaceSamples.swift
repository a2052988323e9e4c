import ABNetworkKit
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The document's protocols as types that conform to them, in its own words. Adapted: a task is an ABTask.

final class SampleDispatcher: ABDispatcherProtocol {
    let environment: ABEnvironment

    init(environment: ABEnvironment) {
        self.environment = environment
    }

    init(
        environment: ABEnvironment,
        configuration: URLSessionConfiguration,
        delegateQueue: OperationQueue
    ) {
        self.environment = environment
    }

    func execute(
        request: ABRequestProtocol,
        completion: @escaping (ABNetworkResponse) -> Void
    )
        throws -> ABTask?
    {
        completion(.json(["path": environment.host + request.path], nil))
        return nil
    }
}

struct SampleOperation: ABOperationProtocol {
    typealias Output = String?

    var request: ABRequestProtocol { SampleRequest.show }

    func cancel() {}

    func execute(
        in dispatcher: ABDispatcherProtocol,
        _ completion: @escaping @Sendable (Output) -> Void
    ) {
        _ = try? dispatcher.execute(request: request) { response in
            guard case .json(let json, _) = response else { return completion(nil) }
            completion((json as? [String: Any])?["path"] as? String)
        }
    }
}

enum SampleRequest: ABRequestProtocol {
    case show

    var actionType: ABRequestAction { .standard }

    var headers: [String: String]? { nil }

    var method: ABHTTPMethod { .get }

    var parameters: ABRequestParams { .url(["id": 7]) }

    var path: String { "/users" }

    var responseType: ABResponseType { .json }
}

enum SampleTypes {
    static let environments: [ABEnvironmentType] = [.custom("https://cdn.example.com"), .development, .production]

    static let methods: [ABHTTPMethod] = [.delete, .get, .patch, .post, .put]

    static let actions: [ABRequestAction] = [
        .download(withProgressHandler: { (part: Float, words: String) in print(part, words) }),
        .download(withProgressHandler: nil), .standard, .upload,
    ]

    static var parameters: [ABRequestParams] { [.body(["a": 1]), .body(nil), .url(["a": 1]), .url(nil)] }

    static let responses: [ABResponseType] = [.file(nameWithExtension: "archive.tar.gz"), .json]

    static func name(of response: ABNetworkResponse) -> String {
        switch response {
        case .file(location: let location, _): "a file at \(String(describing: location))"
        case .error(let error, _): "an error: \(String(describing: error))"
        case .json(let json, _): "JSON: \(String(describing: json))"
        }
    }
}
