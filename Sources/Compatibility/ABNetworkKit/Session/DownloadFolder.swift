import Foundation
import Portico

/// A new folder for one download, so that two of one name are not in each other's way.
struct DownloadFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(component: "ABNetworkKit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A file of this name in the folder, or one that the server names.
    func destination(_ name: String) -> Download.Destination {
        FileName(untrusted: name).map { .file(url.appending(component: $0.text)) } ?? .folder(url)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
