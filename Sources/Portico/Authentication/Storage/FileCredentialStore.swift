#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A credential in a file that only its owner may read (mode 0600), as JSON.
///
/// ```swift
/// let store = FileCredentialStore<OAuth2Token>(.homeDirectory.appending(path: ".config/shop/credential.json"))
/// ```
///
/// The file is replaced as a whole, so a crash leaves the old credential or the new one. Its folder must exist. A file
/// that cannot be read, holds something else, or is larger than 1 MiB is a ``CredentialStoreError``, and stays as it
/// is.
public struct FileCredentialStore<Credential: Codable & Sendable>: CredentialStore {
    private let url: URL
    private let coder = FoundationJSON()

    /// - Parameter url: the URL of a file, which need not exist.
    public init(_ url: URL) { self.url = url }

    public func load() throws -> Credential? {
        do throws(FileProblem) {
            guard let data = try checked().read() else { return nil }
            return try decoded(data)
        } catch {
            throw CredentialStoreError(place: url.path, message: error.message)
        }
    }

    public func save(_ credential: Credential?) throws {
        do throws(FileProblem) {
            let file = try checked()
            if let credential { try file.write(try encoded(credential)) } else { try file.remove() }
        } catch {
            throw CredentialStoreError(place: url.path, message: error.message)
        }
    }

    private func checked() throws(FileProblem) -> PrivateFile {
        guard url.isFileURL else { throw FileProblem(message: "it has the URL of no file") }
        return PrivateFile(path: url.path, sizeLimit: 1 << 20)
    }

    /// What is in the file is never told: it may be a part of a secret.
    private func decoded(_ data: Data) throws(FileProblem) -> Credential {
        do {
            return try coder.decode(Credential.self, from: data)
        } catch {
            throw FileProblem(message: "its \(data.count) bytes are no \(Credential.self)")
        }
    }

    private func encoded(_ credential: Credential) throws(FileProblem) -> Data {
        do {
            return try coder.encode(credential)
        } catch {
            throw FileProblem(message: "the \(Credential.self) cannot be encoded")
        }
    }
}

/// Why a store could not load or save a credential.
public struct CredentialStoreError: Error, Hashable, Sendable {
    /// The path of the file, or the name of the item.
    public let place: String
    /// What is wrong, as a clause that holds no secret.
    public let message: String

    /// A problem with a store: where it is, and what is wrong, as a clause that holds no secret.
    public init(place: String, message: String) {
        self.place = place
        self.message = message
    }
}

extension CredentialStoreError: CustomStringConvertible {
    /// `the credential in '/home/ada/.shop': No space left on device`
    public var description: String { "the credential in '\(place)': \(message)" }
}
