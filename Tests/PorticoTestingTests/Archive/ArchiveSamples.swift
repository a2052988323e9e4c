import Foundation
import Portico
import PorticoTesting

/// Archives as text.
enum ArchiveSamples {
    /// An archive of one exchange; each part may be other text.
    static func archive(
        request: String = #"{"method":"GET","url":"https://h/users"}"#,
        response: String = #"{"status":200}"#,
        started: String = #""2026-01-02T03:04:05.678Z""#,
        more: String = ""
    ) -> String {
        """
        {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[\
        {"startedDateTime":\(started),"request":\(request),"response":\(response)\(more)}]}}
        """
    }

    static func read(_ text: String) throws -> HTTPArchive { try HTTPArchive(Data(text.utf8)) }

    static func entry(
        request: String = #"{"method":"GET","url":"https://h/users"}"#, response: String = #"{"status":200}"#
    ) throws -> HTTPArchive.Entry {
        try read(archive(request: request, response: response)).entries[0]
    }

    /// An exchange made in memory.
    static func exchange(
        _ method: String, _ url: String, fields: KeyValuePairs<String, String> = [:], body: HTTPArchive.PostData? = nil,
        status: Int = 200, answer: HTTPArchive.Content = HTTPArchive.Content(mimeType: "application/json", text: "{}")
    ) -> HTTPArchive.Entry {
        var request = HTTPArchive.Request(method: method, url: url)
        request.headers = fields.map { HTTPArchive.Pair(name: $0, value: $1) }
        request.postData = body
        var response = HTTPArchive.Response(status: status, content: answer)
        response.headers = [HTTPArchive.Pair(name: "Content-Type", value: answer.mimeType)]
        return HTTPArchive.Entry(startedDateTime: Date(timeIntervalSince1970: 0), request: request, response: response)
    }
}
