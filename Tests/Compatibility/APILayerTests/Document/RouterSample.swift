import APILayer
import Foundation

// The document's router. Adapted: cases in small letters, and the values that the slide leaves out.

enum Router: RouterProtocol {
    case getAuthToken(username: String, password: String)
    case getOffice(officeName: String)
    case getMember(officeName: String, memberPIN: String)
    case getCollection
    case getDemoItem
    case postOffice(name: String)
    case uploadPhoto(Data)
    case getMissing

    var method: APILayer.Method {
        switch self {
        case .getAuthToken, .postOffice, .uploadPhoto: .post
        default: .get
        }
    }

    var path: String {
        switch self {
        case .getAuthToken: "/anything/token"
        case .getOffice(let officeName): "/anything/offices/\(officeName)"
        case .getMember(let officeName, _): "/anything/offices/\(officeName)/members"
        case .getCollection: "/anything/collection"
        case .getDemoItem: "/anything/item"
        case .postOffice: "/anything/offices"
        case .uploadPhoto: "/anything/photos"
        case .getMissing: "/status/404"
        }
    }

    var encoding: ParameterEncoding {
        switch self {
        case .postOffice: .json
        default: .url
        }
    }

    var baseURLString: String { ProcessInfo.processInfo.environment["PORTICO_HTTPBIN"] ?? "http://127.0.0.1:9" }

    var uploadData: (data: Data, name: String, fileName: String, mimeType: String)? {
        guard case .uploadPhoto(let data) = self else { return nil }
        return (data: data, name: "photo", fileName: "photo.txt", mimeType: "text/plain")
    }
}
