#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

extension HTTPResponse {
    /// An answer with JSON, given as text: `.json(#"{"id": 42}"#)`.
    ///
    /// `Content-Type` is `application/json` unless the fields have one. The text is not checked.
    public static func json(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> HTTPResponse {
        answer(text, "application/json", status, fields)
    }

    /// An answer with plain text in UTF-8.
    public static func text(_ text: String, status: HTTPStatus = .ok, fields: HTTPFields = [:]) -> HTTPResponse {
        answer(text, "text/plain; charset=utf-8", status, fields)
    }

    /// An answer without a body.
    public static func empty(_ status: HTTPStatus, fields: HTTPFields = [:]) -> HTTPResponse {
        HTTPResponse(status: status, fields: fields)
    }

    private static func answer(
        _ text: String, _ type: String, _ status: HTTPStatus, _ fields: HTTPFields
    ) -> HTTPResponse {
        var fields = fields
        fields.appendDefaults([.contentType: type])
        return HTTPResponse(status: status, fields: fields, body: Data(text.utf8))
    }
}
