#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A user's name and password in `Authorization: Basic …`, in UTF-8 (RFC 7617).
///
/// A name with a colon, or a control character in either, ends the call before anything is sent: no server could tell
/// them apart.
public struct BasicAuthenticator: Authenticator, DeadlineKeeping {
    private let value: Result<Secret, InvalidRequest>

    /// A name, which has no colon, and a password.
    public init(user: String, password: String) {
        value = Result { () throws(InvalidRequest) in Secret(try Self.value(user: user, password: password)) }
    }

    public func credential(for request: HTTPRequest, in call: CallContext) throws -> String? { try value.get().value }

    public func apply(_ credential: String, to request: inout HTTPRequest) {
        request.fields[.authorization] = credential
    }

    /// What `Authorization` says.
    static func value(user: String, password: String) throws(InvalidRequest) -> String {
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            throw InvalidRequest(.field("Authorization"), "the user's name holds a colon (RFC 7617, section 2)")
        }
        guard (user + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            let message = "the user's name or password holds a control character (RFC 7617, section 2)"
            throw InvalidRequest(.field("Authorization"), message)
        }
        return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}

extension Authenticator where Self == BasicAuthenticator {
    /// A user's name and password in `Authorization: Basic …`.
    public static func basic(user: String, password: String) -> Self {
        BasicAuthenticator(user: user, password: password)
    }
}
