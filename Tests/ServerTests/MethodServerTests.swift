import Portico
import Testing

@Suite(.needsHTTPBin) struct MethodServerTests {
    @Test(arguments: [HTTPMethod.get, .post, .put, .patch, .delete])
    func `a method arrives as it is`(method: HTTPMethod) async throws {
        let echo = try await TestServer.httpbin.echo(method, "/anything/a%2Fb?x=1&x=2&y=a%2Bb")

        #expect(echo.method == method.rawValue)
        #expect(echo.args == ["x": ["1", "2"], "y": "a+b"])
        #expect(echo.data == "")
    }

    @Test func `OPTIONS is answered with the methods allowed`() async throws {
        let response = try await TestServer.httpbin.send(.options, "/get")

        #expect(response.status == .ok)
        let allowed = try #require(response.fields["Allow"]).split(separator: ",").map { $0.filter { $0 != " " } }
        #expect(Set(allowed) == ["GET", "HEAD", "OPTIONS"])
    }

    @Test func `a method of WebDAV arrives and is refused`() async throws {
        let method = try #require(HTTPMethod(rawValue: "PROPFIND"))

        #expect(try await TestServer.httpbin.send(method, "/get").status == .methodNotAllowed)
    }
}

@Suite(.needsNginx) struct RequestLineServerTests {
    @Test(arguments: ["/echo/5%2F7", "/echo/a%20b;c", "/echo/?q=a%2Bb&q=%E2%9C%93&empty=&flag", "/echo/%41//x/"])
    func `a target goes out byte for byte`(path: String) async throws {
        let text = try #require(try await TestServer.nginx.send(.get, path).text)

        #expect(text.hasPrefix("GET \(path) HTTP/1.1\n"))
    }
}
