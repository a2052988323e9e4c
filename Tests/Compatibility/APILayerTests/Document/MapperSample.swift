import APILayer

// The document's mapper, which it names and does not show.

class Mapper: ParameterMapper {
    override func parametersForRouter(router: RouterProtocol) -> [String: Any] {
        switch router as? Router {
        case .getAuthToken(let username, let password): ["username": username, "password": password]
        case .getMember(_, let memberPIN): ["pin": memberPIN]
        case .postOffice(let name): ["name": name, "rooms": [1, 2]]
        case .uploadPhoto: ["title": "Ünï"]
        default: [:]
        }
    }

    override func headersForRouter(router: RouterProtocol) -> [String: String] {
        ["X-App": "1"]
    }
}
