import Foundation
import Portico
import Testing

@Suite(.needsHTTPBin, .needsNginx) struct FieldServerTests {
    @Test func `the caller's fields arrive, and no others of consequence`() async throws {
        let fields: HTTPFields = [
            "X-Trace": "a, \"b\"; c", .accept: "application/json", .userAgent: "portico-tests/1", "X-Empty": "",
        ]
        let echo = try await TestServer.httpbin.echo(.get, "/anything", fields: fields)

        #expect(echo.headers["X-Trace"] == "a, \"b\"; c")
        #expect(echo.headers["Accept"] == "application/json")
        #expect(echo.headers["User-Agent"] == "portico-tests/1")
        #expect(echo.headers["Cookie"] == nil)
        #expect(echo.headers["Authorization"] == nil)
    }

    @Test func `several lines of a response's field are told apart or joined as declared`() async throws {
        let server = try TestServer.nginx
        let response = try await server.send(.get, "/fields")

        #expect(response.fields["X-Twice"] == "one, two")
        if !server.transport.capabilities.missing.contains(.repeatedFieldLines) {
            #expect(response.fields.values(of: "X-Twice") == ["one", "two"])
        }
        #expect(
            response.fields.values(of: .setCookie) == [
                "a=1; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2; Path=/",
            ]
        )
    }

    @Test func `cookies are not kept`() async throws {
        let server = try TestServer.httpbin

        let set = try await server.send(.get, "/cookies/set?flavour=ginger")
        #expect(set.fields[.setCookie] == "flavour=ginger; Path=/")

        let echo = try await server.echo(.get, "/anything")
        #expect(echo.headers["Cookie"] == nil)
    }

    @Test func `a cookie that the caller sets is sent`() async throws {
        let echo = try await TestServer.httpbin.echo(.get, "/anything", fields: [.cookie: "a=1; b=2"])

        #expect(echo.headers["Cookie"] == "a=1; b=2")
    }
}
