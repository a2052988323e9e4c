import Portico
import PorticoTesting
import Testing

/// The route of the endpoints below, for which a table has many.
private enum Given {
    @TaskLocal static var route: Route = "GET /"
}

private struct ShowThing: Endpoint {
    static var route: Route { Given.route }
    var id = "i d"
    var name = "n/m"
}

@Suite struct RouteTests {
    private func line(_ route: Route) -> String {
        Given.$route.withValue(route) { Client.plain.line(of: ShowThing()) }
    }

    static let wellFormed: [(Route, String)] = [
        ("GET /", "GET https://h/?id=i%20d&name=n%2Fm"),
        ("GET /things", "GET https://h/things?id=i%20d&name=n%2Fm"),
        ("GET things", "GET https://h/things?id=i%20d&name=n%2Fm"),
        ("GET /things/", "GET https://h/things/?id=i%20d&name=n%2Fm"),
        ("GET /things/{id}", "GET https://h/things/i%20d?name=n%2Fm"),
        ("GET things/{id}", "GET https://h/things/i%20d?name=n%2Fm"),
        ("GET /{id}", "GET https://h/i%20d?name=n%2Fm"),
        ("GET {id}/{name}", "GET https://h/i%20d/n%2Fm"),
        ("GET /things/{id}/{name}", "GET https://h/things/i%20d/n%2Fm"),
        ("GET /things/{id}/{+name}", "GET https://h/things/i%20d/n/m"),
        ("GET /things/{id}{name}", "GET https://h/things/i%20dn%2Fm"),
        ("GET /things/a-{id}.{name}/", "GET https://h/things/a-i%20d.n%2Fm/"),
        ("GET /things/{id}?sort=up&x", "GET https://h/things/i%20d?sort=up&x&name=n%2Fm"),
        ("GET /things/{id}?q=a%20b+c", "GET https://h/things/i%20d?q=a%20b+c&name=n%2Fm"),
        ("GET /things?q=[1]/?", "GET https://h/things?q=[1]/?&id=i%20d&name=n%2Fm"),
        ("GET /a%2Fb/(x)'!*,;=@:$&~_-.", "GET https://h/a%2Fb/(x)'!*,;=@:$&~_-.?id=i%20d&name=n%2Fm"),
        ("GET /a...b/...", "GET https://h/a...b/...?id=i%20d&name=n%2Fm"),
        ("HEAD /things", "HEAD https://h/things?id=i%20d&name=n%2Fm"),
        ("DELETE /things", "DELETE https://h/things?id=i%20d&name=n%2Fm"),
        ("POST /things/{id}", "POST https://h/things/i%20d"),
        ("PROPFIND /things", "PROPFIND https://h/things"),
        ("m-search /things", "m-search https://h/things"),
    ]

    @Test(arguments: wellFormed)
    func `a route is a method, a path with its placeholders and a query`(route: Route, expected: String) {
        #expect(line(route) == expected)
    }

    static let malformed: [(Route, String)] = [
        ("", "'' is no method, space and path, such as 'GET /users'"),
        ("GET", "'GET' is no method, space and path, such as 'GET /users'"),
        ("GET ", "'GET ' is no method, space and path, such as 'GET /users'"),
        ("/things", "'/things' is no method, space and path, such as 'GET /users'"),
        ("G(T /things", "'G(T /things' is no method, space and path, such as 'GET /users'"),
        (" GET /things", "' GET /things' is no method, space and path, such as 'GET /users'"),
        ("get /things", "'get /things' has its method in small letters; write GET"),
        ("Post /things", "'Post /things' has its method in small letters; write POST"),
        ("GET  /things", "'GET  /things' has an unescaped ' '"),
        ("GET /things ", "'GET /things ' has an unescaped ' '"),
        ("GET /th ings", "'GET /th ings' has an unescaped ' '"),
        ("GET /things\n", "'GET /things\n' has an unescaped 0xa"),
        ("GET /things#top", "'GET /things#top' has an unescaped '#'"),
        ("GET /\\things", "'GET /\\things' has an unescaped '\\'"),
        ("GET /thíngs", "'GET /thíngs' has an unescaped 'í'"),
        ("GET /things/\"{id}\"", "'GET /things/\"{id}\"' has an unescaped '\"'"),
        ("GET /100%", "'GET /100%' has a '%' that begins no escape"),
        ("GET /100%2", "'GET /100%2' has a '%' that begins no escape"),
        ("GET /100%2x", "'GET /100%2x' has a '%' that begins no escape"),
        ("GET /things?a b", "'GET /things?a b' has an unescaped ' ' in its query"),
        ("GET /things?a=%zz", "'GET /things?a=%zz' has a '%' that begins no escape in its query"),
        (
            "GET /things?id={id}",
            "'GET /things?id={id}' has a placeholder in its query, where a property goes without one"
        ),
        ("GET //h/things", "'GET //h/things' begins with '//', which would name another host"),
        ("GET //{id}", "'GET //{id}' begins with '//', which would name another host"),
        (
            "GET https://h/things",
            "'GET https://h/things' is a whole URL; give a URL value, or name another environment"
        ),
        ("GET /things//{id}", "'GET /things//{id}' has an empty segment"),
        ("GET /things/{id}//", "'GET /things/{id}//' has an empty segment"),
        ("GET /things/./x", "'GET /things/./x' has the segment '.', which would walk the path"),
        ("GET /things/../x", "'GET /things/../x' has the segment '..', which would walk the path"),
        ("GET ..", "'GET ..' has the segment '..', which would walk the path"),
        ("GET /things/%2e%2E", "'GET /things/%2e%2E' has the segment '%2e%2E', which would walk the path"),
        ("GET /.%2e/{id}", "'GET /.%2e/{id}' has the segment '.%2e', which would walk the path"),
        ("GET /%2E", "'GET /%2E' has the segment '%2E', which would walk the path"),
        ("GET /things/{id", "'GET /things/{id' has braces that do not match"),
        ("GET /things/id}", "'GET /things/id}' has braces that do not match"),
        ("GET /things/}{id", "'GET /things/}{id' has braces that do not match"),
        ("GET /things/{}", "'GET /things/{}' has '{}', which names no property"),
        ("GET /things/{+}", "'GET /things/{+}' has '{+}', which names no property"),
        ("GET /things/{ id }", "'GET /things/{ id }' has '{ id }', which names no property"),
        ("GET /things/{id:int}", "'GET /things/{id:int}' has '{id:int}', which names no property"),
        ("GET /things/{1}", "'GET /things/{1}' has '{1}', which names no property"),
        ("GET /things/{{id}}", "'GET /things/{{id}}' has '{{id}', which names no property"),
        ("GET /things/{id}/{id}", "'GET /things/{id}/{id}' has '{id}' twice"),
        ("GET /things/{id}/{+id}", "'GET /things/{id}/{+id}' has '{id}' twice"),
    ]

    @Test(arguments: malformed)
    func `a malformed route fails each call and says what is wrong`(route: Route, expected: String) {
        #expect(line(route) == "!route: \(expected)")
    }

    @Test func `the error of a malformed route names the endpoint`() throws {
        let error = Given.$route.withValue("GET /a//b") {
            #expect(throws: CallError<ErrorBody>.self) { try Client.plain.httpRequest(for: ShowThing()) }
        }

        #expect(error?.call == CallDescription(name: "ShowThing", route: "GET /a//b"))
        #expect(
            error?.description
                == "ShowThing, GET /a//b: the request is invalid: route: 'GET /a//b' has an empty segment")
    }

    @Test func `a route knows its method unless it is malformed`() {
        let (fine, malformed): (Route, Route) = ("PATCH /x", "PATCH")

        #expect(fine.method == .patch && fine.description == "PATCH /x")
        #expect(malformed.method == nil && malformed.description == "PATCH")
    }
}
