#if canImport(Security)
import Foundation
import Security

/// A credential in the keychain, as JSON in one generic password; readable after the first unlock, and only on this
/// device.
public struct KeychainCredentialStore<Credential: Codable & Sendable>: CredentialStore {
    private let service: String
    private let account: String
    private let coder = FoundationJSON()

    /// - Parameters:
    ///   - service: whose item it is: often the bundle's identifier.
    ///   - account: which of the service's items.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }

    public func load() throws -> Credential? {
        var query = item
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else { throw error(status) }
        do {
            return try coder.decode(Credential.self, from: data)
        } catch {
            throw CredentialStoreError(place: place, message: "its \(data.count) bytes are no \(Credential.self)")
        }
    }

    public func save(_ credential: Credential?) throws {
        guard let credential else {
            let status = SecItemDelete(item as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw error(status) }
            return
        }
        let data: [CFString: Any] = [
            kSecValueData: try coder.encode(credential),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(item as CFDictionary, data as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(item.merging(data) { $1 } as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw error(status) }
    }

    private var place: String { "\(service)/\(account)" }

    private var item: [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
            kSecUseDataProtectionKeychain: true,
        ]
    }

    private func error(_ status: OSStatus) -> CredentialStoreError {
        let words = SecCopyErrorMessageString(status, nil) as String?
        return CredentialStoreError(place: place, message: words ?? "error \(status) of the keychain")
    }
}
#endif
