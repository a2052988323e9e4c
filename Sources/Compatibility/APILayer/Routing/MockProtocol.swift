public import Foundation
import Portico

/// Where the answers are while there is no server: see ``API/mocker``.
///
/// ```swift
/// struct Mocker: MockProtocol {
///     func path(forRouter router: any RouterProtocol) -> String? {
///         guard case Router.getOffice(let name)? = router as? Router else { return nil }
///         return Bundle.main.path(forResource: "office-\(name)", ofType: "json")
///     }
/// }
/// ```
public protocol MockProtocol: Sendable {
    /// The file that answers a router: an absolute path, or one below the main bundle's resources. Nil goes to the
    /// server.
    ///
    /// Its extension says what it is, and a status before that, as in `office.404.json`, which status it has.
    func path(forRouter router: any RouterProtocol) -> String?
}

/// Answers in a folder, laid out as the paths that they answer: `offices/berlin/GET.json`, or `offices/berlin.json` for
/// every method. What has no file goes to the server.
public struct MockFolder: MockProtocol {
    private let folder: URL

    /// The answers in a folder.
    public init(_ folder: URL) { self.folder = folder }

    /// The answers in a bundle's resources, or in a folder of them.
    public init(_ bundle: Bundle, subdirectory: String? = nil) {
        let resources = bundle.resourceURL ?? bundle.bundleURL
        folder = subdirectory.map { resources.appending(path: $0) } ?? resources
    }

    public func path(forRouter router: any RouterProtocol) -> String? {
        let segments = router.path.prefix { $0 != "?" }.split(separator: "/")
        // No path of a router leads out of the folder.
        guard !segments.isEmpty, !segments.contains(where: { $0 == ".." || $0 == "." }) else { return nil }
        let place = segments.reduce(folder) { $0.appending(component: $1) }
        let method = router.method.rawValue
        return [place.appending(component: "\(method).json"), place.appendingPathExtension("json")]
            .first { FileManager.default.fileExists(atPath: $0.path) }?.path
    }
}

extension MockProtocol {
    /// The file that answers a router; nil for the server.
    func file(for router: any RouterProtocol) -> URL? {
        guard let path = path(forRouter: router) else { return nil }
        if path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        return (Bundle.main.resourceURL ?? Bundle.main.bundleURL).appending(path: path)
    }
}
