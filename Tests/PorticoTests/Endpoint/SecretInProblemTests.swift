import Foundation
import Portico
import PorticoTesting
import Testing

/// What cannot be sent is told without the secrets in it.
@Suite struct SecretInProblemTests {
    private typealias Call = Request<Void, ErrorBody>

    struct KeyInRoute: Endpoint {
        static let route: Route = "GET /a//b?api_key=hush&kind=x"
    }

    struct KeyInGoodRoute: Endpoint {
        static let route: Route = "GET /a/{id}?api_key=hush&kind=x"
    }

    private func description(_ client: Client, _ request: Request<Void, ErrorBody>) -> String {
        let error = #expect(throws: CallError<ErrorBody>.self) { try client.httpRequest(for: request) }
        return error.map { "\($0)" } ?? ""
    }

    @Test func `a base's password and key are hidden`() {
        let user = Client(base: "https://ann:hush@h/a")
        let key = Client(base: "https://h/a//b?api_key=hush")
        #expect(
            description(user, Call.get("/x"))
                == "Request, GET /x: the request is invalid: URL: "
                + "the base 'https://<redacted>@h/a' of the environment 'test' holds a user's name or password")
        #expect(!description(key, Call.get("/x")).contains("hush"))
    }

    @Test func `a route's key is hidden`() {
        #expect(
            Client.plain.line(of: KeyInRoute()) == "!route: 'GET /a//b?api_key=<redacted>&kind=x' has an empty segment")
        #expect(
            Client.plain.line(of: KeyInGoodRoute())
                == "!route: 'GET /a/{id}?api_key=<redacted>&kind=x': no property is named 'id'")
        #expect(Request(KeyInRoute()).description.route == "GET /a//b?api_key=<redacted>&kind=x")
    }

    @Test func `a path's key is hidden`() {
        let path = RequestPath("/a//b?access_token=hush")
        #expect(
            description(.plain, Call.get(path))
                == "Request, GET /a//b?access_token=<redacted>: the request is invalid: URL: "
                + "'/a//b?access_token=<redacted>' has an empty segment")
    }

    @Test func `a URL's password and key are hidden`() throws {
        let url = try #require(URL(string: "ftp://ann:hush@h/x?api_key=hush"))
        let text = description(.plain, Call.get(url: url))
        #expect(text.contains("is no http or https URL") && !text.contains("hush"), "\(text)")
    }
}
