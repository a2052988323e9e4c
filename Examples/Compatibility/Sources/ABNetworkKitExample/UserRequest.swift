import ABNetworkKit

/// All attributes and actions of the requests.
enum UserRequest: ABRequestProtocol {
    case show(id: Int)
    case add(name: String)
    case archive(onProgress: @Sendable (Float, String) -> Void)

    var actionType: ABRequestAction {
        switch self {
        case .archive(let onProgress): .download(withProgressHandler: onProgress)
        default: .standard
        }
    }

    var headers: [String: String]? { nil }

    var method: ABHTTPMethod {
        switch self {
        case .add: .post
        default: .get
        }
    }

    var parameters: ABRequestParams {
        switch self {
        case .show(let id): .url(["id": id])
        case .add(let name): .body(["name": name])
        case .archive: .url(nil)
        }
    }

    var path: String {
        switch self {
        case .show, .add: "/users"
        case .archive: "/archive"
        }
    }

    var responseType: ABResponseType {
        switch self {
        case .archive: .file(nameWithExtension: "archive.tar.gz")
        default: .json
        }
    }
}
