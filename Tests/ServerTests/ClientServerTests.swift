import Foundation
import Portico
import PorticoURLSession
import Testing

/// httpbin as an API: five parameters, each in another place.
private struct PutItem: Endpoint {
    static let route: Route = "PUT /anything/{folder}/items"
    typealias Response = Echo

    var folder: String
    @Query var tag: [String] = []
    @Header("X-Trace") var trace: String? = nil
    var name: String
    var count: Int
}

private struct Login: Endpoint {
    static let route: Route = "POST /anything"
    static let bodyFormat = BodyFormat.form
    typealias Response = Echo

    var user: String
    var password: String
}

private struct StatusOf: Endpoint {
    static let route: Route = "GET /status/{code}"
    typealias Response = Void

    var code: Int
}

private enum Pages: Router {
    case html, json, never(numbytes: Int = 1, delay: Int = 60)

    var route: Route {
        switch self {
        case .html: "GET /html"
        case .json: "GET /json"
        case .never: "GET /drip"
        }
    }
}

@Suite(.needsHTTPBin) struct ClientServerTests {
    private let client: Client

    init() throws {
        client = .patient(try #require(TestServers.httpbin), URLSessionTransport())
    }

    @Test func `an endpoint's parameters arrive where they belong`() async throws {
        let echo = try await client.send(
            PutItem(folder: "a/b", tag: ["x y", "z&"], trace: "t-1", name: "naïve", count: 3))

        #expect(echo.method == "PUT")
        #expect(echo.args == ["tag": ["x y", "z&"]])
        #expect(echo.headers["X-Trace"] == "t-1")
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.data == #"{"count":3,"name":"naïve"}"#)
    }

    @Test func `a form arrives as one`() async throws {
        let echo = try await client.send(Login(user: "a b", password: "p+&"))

        #expect(echo.form == ["user": "a b", "password": "p+&"])
    }

    @Test func `a factory's request arrives as an endpoint's does`() async throws {
        let path = "5/7"
        let echo = try await client.send(Request<Echo, ErrorBody>.get("/anything/\(path)?q=\(path)"))

        #expect(echo.args == ["q": "5/7"])
        #expect(echo.headers["User-Agent"] == Client.defaultUserAgent)
    }

    @Test(arguments: [404, 418, 500, 304])
    func `a status that is no success is the error, with its body`(code: Int) async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(StatusOf(code: code)) }

        guard case .failure(let body) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(body.status.code == code)
        #expect(error?.attempts.count == 1)
    }

    @Test func `an empty answer is a value for who expects none`() async throws {
        try await client.send(StatusOf(code: 204))
    }

    @Test func `HTML where JSON was declared is told as such`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Pages.html, as: [String: JSONValue].self)
        }

        guard case .unexpectedMediaType(let type, _, _) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(type.type == "text" && type.subtype == "html")
    }

    @Test func `a router's case gives the value that is asked for`() async throws {
        let value: [String: JSONValue] = try await client.send(Pages.json)

        #expect(value["slideshow"]?["title"] == "Sample Slide Show")
    }

    @Test func `a deadline is told as the one that it was`() async throws {
        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.send(Pages.never(), options: CallOptions(attemptTimeout: .milliseconds(300)))
        }

        guard case .timedOut(.attempt) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
