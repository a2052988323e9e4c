import Portico
import UntypedValues

extension Request<JSONValue?, ErrorBody> {
    /// The request of a router with its parameters.
    init(_ router: any RouterProtocol, parameters: [String: Any]) {
        let values = RequestValues(untyped: parameters)
        let isQuery =
            switch (router.encoding, router.method) {
            case (.urlEncodedInURL, _), (.url, .get), (.url, .head), (.url, .delete): true
            case (.url, _), (.json, _): false
            }
        let content: RequestContent =
            switch router.encoding {
            case _ where router.uploadData != nil: .upload(of: router, parameters)
            case _ where isQuery || parameters.isEmpty: .none
            case .json: .json(parameters.untyped)
            case .url, .urlEncodedInURL: .form(values)
            }
        self.init(
            router.method.method, RequestPath(unescaped: router.path), query: isQuery ? values : [:], body: content,
            mapping: .decoded)
        self = named("\(type(of: router))")
    }
}

extension RequestContent {
    /// A form of a router's file and its parameters.
    fileprivate static func upload(of router: any RouterProtocol, _ parameters: [String: Any]) -> RequestContent {
        guard let upload = router.uploadData else { return .none }
        var form = Multipart()
        for (name, value) in parameters.untyped.sorted(by: { $0.key < $1.key }) {
            // What is no JSON has no text either; as JSON it ends the request with an error that names it.
            guard let text = try? value.text() else { return .json(parameters.untyped) }
            form.append(.text(text, name: name))
        }
        let mediaType = MediaType(upload.mimeType) ?? .octetStream
        form.append(.bytes(upload.data, name: upload.name, filename: upload.fileName, mediaType: mediaType))
        return .multipart(form)
    }
}
