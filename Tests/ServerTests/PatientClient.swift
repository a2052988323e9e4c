import Foundation
import Portico

extension Client {
    /// A client that waits for its server as long as a machine may need that runs every test at once.
    static func patient(_ environment: APIEnvironment, _ transport: any Transport) -> Client {
        Client(environment: environment, transport: transport).withOptions(.patient)
    }

    static func patient(_ base: URL, _ transport: any Transport) -> Client {
        patient(APIEnvironment("test", baseURL: base), transport)
    }
}

extension CallOptions {
    static var patient: CallOptions { CallOptions(attemptTimeout: .seconds(600)) }
}
