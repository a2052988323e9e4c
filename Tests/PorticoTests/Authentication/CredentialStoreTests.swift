import Foundation
import Portico
import Testing

@Suite struct CredentialStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "credential.json") }
    private var store: FileCredentialStore<OAuth2Token> { FileCredentialStore(file) }
    private let token = OAuth2Token(
        accessToken: "a", refreshToken: "r", type: "Bearer", expires: Date(timeIntervalSince1970: 1_700_000_000.5),
        scope: "s")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    private func message(_ work: () throws -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return (error as? CredentialStoreError)?.message ?? "\(error)"
        }
    }

    @Test func `a credential in memory`() {
        let store = InMemoryCredentialStore("a")

        #expect(store.load() == "a")
        store.save(nil)
        #expect(store.load() == nil)
    }

    @Test func `a file has what was saved last, and nothing where that was removed`() throws {
        defer { removeFolder() }

        #expect(try store.load() == nil)
        try store.save(OAuth2Token(accessToken: "old"))
        try store.save(token)
        #expect(try store.load() == token)
        try store.save(nil)
        try store.save(nil)
        #expect(try store.load() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `only the owner may read the file, whatever was there before`() throws {
        defer { removeFolder() }
        try Data("{}".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)

        try store.save(token)

        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["credential.json"])
    }

    @Test(arguments: [
        ("", "its 0 bytes are no OAuth2Token"), ("{\"access_token\":\"hush", "its 21 bytes are no OAuth2Token"),
        ("[1]", "its 3 bytes are no OAuth2Token"),
    ])
    func `a file that holds something else is an error that tells nothing of it`(text: String, words: String) throws {
        defer { removeFolder() }
        try Data(text.utf8).write(to: file)

        #expect(message { _ = try store.load() } == words)
        #expect(try Data(contentsOf: file) == Data(text.utf8))
    }

    @Test func `a file that is too large is not read`() throws {
        defer { removeFolder() }
        try Data(count: 1 << 20 + 1).write(to: file)

        #expect(message { _ = try store.load() } == "it is larger than 1048576 bytes")
    }

    @Test func `a folder is no file, and a missing folder is told`() throws {
        defer { removeFolder() }
        let inFolder = FileCredentialStore<OAuth2Token>(folder)
        let nowhere = FileCredentialStore<OAuth2Token>(folder.appending(path: "no/credential.json"))

        #expect(message { _ = try inFolder.load() } == "it is no regular file")
        #expect(message { try inFolder.save(token) } != nil)
        #expect(message { try nowhere.save(token) } == "No such file or directory")
        #expect(try nowhere.load() == nil)
    }

    @Test func `a URL of no file is told`() throws {
        defer { removeFolder() }
        let elsewhere = FileCredentialStore<OAuth2Token>(try #require(URL(string: "https://api.example/credential")))

        #expect(message { _ = try elsewhere.load() } == "it has the URL of no file")
        #expect(message { try elsewhere.save(nil) } == "it has the URL of no file")
    }
}
