import Foundation

/// A folder that goes away with its last user.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(component: "portico-tests-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(named name: String, _ data: Data) throws -> URL {
        let file = url.appending(component: name)
        try data.write(to: file)
        return file
    }
}
