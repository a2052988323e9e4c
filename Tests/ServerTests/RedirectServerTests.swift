import Portico
import Testing

@Suite(.needsNginx) struct RedirectServerTests {
    @Test(arguments: [301, 302, 303, 307, 308], [HTTPMethod.get, .post])
    func `a redirect comes back as it is and is not followed`(code: Int, method: HTTPMethod) async throws {
        let body = method == .post ? HTTPBody.text("kept") : .none
        let response = try await TestServer.nginx.send(method, "/redirect/\(code)", body: body)

        #expect(response.status.code == code)
        #expect(response.fields[.location] == "/document.json")
    }

    @Test func `a place elsewhere is not visited and stays escaped`() async throws {
        let response = try await TestServer.nginx.send(.get, "/redirect/elsewhere")

        #expect(response.status == .found)
        #expect(response.fields[.location] == "https://elsewhere.invalid/a%2Fb?x=1")
    }

    @Test(.needsHTTPBin) func `a redirect of httpbin is not followed either`() async throws {
        let response = try await TestServer.httpbin.send(.get, "/relative-redirect/3")

        #expect(response.status == .found)
        #expect(response.fields[.location] == "/relative-redirect/2")
    }
}
