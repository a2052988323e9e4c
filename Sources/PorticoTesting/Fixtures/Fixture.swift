#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif
package import Portico

/// An answer that was read from a folder of fixtures: a file, and its sidecar where it has one.
package struct Fixture: Sendable {
    /// The file, from the folder on: `users/{id}/GET.json`; the sidecar where it is alone.
    package let path: String
    /// The status, and the fields with a `Content-Type` by the file's extension unless the sidecar has one.
    package let head: ResponseHead
    /// Empty where the status has none.
    package let body: Data
    /// How long the answer is held back.
    package let delay: Duration?

    package var response: HTTPResponse { HTTPResponse(head: head, body: .bytes(body)) }

    /// The largest file that is read: 256 MiB.
    package static let fileLimit = 256 << 20

    /// Puts a fixture together, and checks it.
    /// - Parameters:
    ///   - path: what it is called.
    ///   - name: what the file's name says of the status and the content.
    ///   - content: the file's bytes; nil where there is only a sidecar.
    package init(
        path: String, name: FixtureName, content: Data?, sidecar: FixtureSidecar?
    ) throws(FixtureProblem) {
        if let named = name.status, let said = sidecar?.status, named != said {
            throw FixtureProblem(path, "its name says the status \(named), its sidecar \(said)")
        }
        self.path = path
        delay = sidecar?.delay
        let status = HTTPStatus(name.status ?? sidecar?.status ?? 200)
        var fields = sidecar?.fields ?? [:]
        guard let content, !status.neverHasBody else {
            head = ResponseHead(status: status, fields: fields)
            body = Data()
            return
        }
        fields.appendDefaults([.contentType: Self.mediaType(name.fileExtension)])
        head = ResponseHead(status: status, fields: fields)
        body = content
        guard Self.isJSON(name.fileExtension), !content.isEmpty else { return }
        do throws(MalformedJSON) { try JSONValue.check(content) } catch {
            throw FixtureProblem(path, "it is \(error)")
        }
    }

    private static func isJSON(_ fileExtension: String?) -> Bool {
        fileExtension == "json" || fileExtension == "problem"
    }

    static func mediaType(_ fileExtension: String?) -> String {
        fileExtension.flatMap { mediaTypes[$0] } ?? "application/octet-stream"
    }

    /// By the file's extension. What is not here is `application/octet-stream`.
    private static let mediaTypes = [
        "json": "application/json", "problem": "application/problem+json", "txt": "text/plain; charset=utf-8",
        "html": "text/html; charset=utf-8", "xml": "application/xml", "csv": "text/csv; charset=utf-8",
        "ndjson": "application/x-ndjson", "js": "text/javascript", "css": "text/css; charset=utf-8",
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "pdf": "application/pdf",
    ]
}
