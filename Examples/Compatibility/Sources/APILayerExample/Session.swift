import APILayer
import Portico
import Synchronization

/// The token, and who refreshes it.
final class Session: TokenRefreshDelegate {
    private let number = Mutex(1)

    var token: String { "token \(number.withLock(\.self))" }

    func tokenRefreshIsIndicated(_ response: HTTPResponse) -> Bool { response.status == .unauthorized }

    func tokenRefresh(completion: @escaping @Sendable (_ success: Bool) -> Void) {
        print("the token has ended: a new one is got")
        number.withLock { $0 += 1 }
        completion(true)
    }
}

/// Puts the token on each request.
final class Mapper: ParameterMapper {
    private let session: Session

    init(_ session: Session) { self.session = session }

    override func headersForRouter(router: any RouterProtocol) -> [String: String] { ["X-Token": session.token] }
}
