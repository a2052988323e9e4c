import Portico
import PorticoTesting
import Testing

private struct TwoParts: Endpoint {
    static let route: Route = "GET /x/{a}{b}/y"
    var a: String, b: String
}

private struct Dotted: Endpoint {
    static let route: Route = "GET /x/.{a}/y"
    var a: String
}

private struct DottedBehind: Endpoint {
    static let route: Route = "GET /x/{a}."
    var a: String
}

private struct EscapedDot: Endpoint {
    static let route: Route = "GET /x/%2E{a}/y"
    var a: String
}

private struct OpenBehind: Endpoint {
    static let route: Route = "GET /x/.{+a}"
    var a: String
}

private struct OpenParts: Endpoint {
    static let route: Route = "GET /x/{+a}{b}"
    var a: String, b: String
}

private struct OpenArray: Endpoint {
    static let route: Route = "GET /x/{+a}/y"
    var a: [String]
}

/// A segment is looked at when it is complete, out of how many values and literal texts it may be made.
@Suite struct PathSegmentTests {
    private static func line(_ endpoint: some Endpoint) -> String { Client.plain.line(of: endpoint) }

    static let endpoints: [(any Endpoint, String)] = [
        (TwoParts(a: "1", b: "2"), "GET https://h/x/12/y"),
        (TwoParts(a: "", b: "2"), "GET https://h/x/2/y"),
        (TwoParts(a: "1", b: ""), "GET https://h/x/1/y"),
        (TwoParts(a: "", b: ""), "!property 'b': an empty path segment"),
        (TwoParts(a: ".", b: ""), "!property 'b': the path segment '.'"),
        (TwoParts(a: ".", b: "."), "!property 'b': the path segment '..'"),
        (TwoParts(a: "", b: ".."), "!property 'b': the path segment '..'"),
        (TwoParts(a: ".", b: ".."), "GET https://h/x/.../y"),
        (TwoParts(a: "..", b: "a"), "GET https://h/x/..a/y"),
        (TwoParts(a: "%2e", b: "%2E"), "GET https://h/x/%252e%252E/y"),
        (TwoParts(a: "/", b: ".."), "GET https://h/x/%2F../y"),
        (TwoParts(a: "\\", b: "?"), "GET https://h/x/%5C%3F/y"),
        (Dotted(a: "well-known"), "GET https://h/x/.well-known/y"),
        (Dotted(a: ""), "!property 'a': the path segment '.'"),
        (Dotted(a: "."), "!property 'a': the path segment '..'"),
        (DottedBehind(a: "a"), "GET https://h/x/a."),
        (DottedBehind(a: ""), "!property 'a': the path segment '.'"),
        (DottedBehind(a: "."), "!property 'a': the path segment '..'"),
        (EscapedDot(a: "a"), "GET https://h/x/%2Ea/y"),
        (EscapedDot(a: ""), "!property 'a': the path segment '%2E'"),
        (EscapedDot(a: "."), "!property 'a': the path segment '%2E.'"),
        (EscapedDot(a: "e"), "GET https://h/x/%2Ee/y"),
        (OpenBehind(a: "a/b"), "GET https://h/x/.a/b"),
        (OpenBehind(a: ""), "!property 'a': the path segment '.'"),
        (OpenBehind(a: "./b"), "!property 'a': './b' has the path segment '.'"),
        (OpenBehind(a: "/b"), "!property 'a': '/b' has an empty path segment"),
        (OpenBehind(a: "b/.."), "!property 'a': 'b/..' has the path segment '..'"),
        (OpenBehind(a: "b/"), "!property 'a': 'b/' has an empty path segment"),
        (OpenParts(a: "a/b", b: "/c"), "GET https://h/x/a/b%2Fc"),
        (OpenParts(a: "a/b.", b: "."), "GET https://h/x/a/b.."),
        (OpenParts(a: "", b: ""), "!property 'b': an empty path segment"),
        (OpenParts(a: "", b: ".."), "!property 'b': the path segment '..'"),
        (OpenArray(a: ["a/b", "c d"]), "GET https://h/x/a%2Fb/c%20d/y"),
        (OpenArray(a: []), "!property 'a': an empty path segment"),
        (OpenArray(a: ["a", ""]), "!property 'a': an empty path segment"),
        (OpenArray(a: ["", "a"]), "!property 'a': an empty path segment"),
        (OpenArray(a: ["a", "..", "b"]), "!property 'a': the path segment '..'"),
    ]

    @Test(arguments: endpoints.indices)
    func `a segment of an endpoint's path is never empty and never of dots`(index: Int) {
        let (endpoint, expected) = Self.endpoints[index]
        #expect(Self.line(endpoint) == expected, "\(endpoint)")
    }

    static let paths: [(RequestPath, String)] = [
        ("/x/\("1")\("2")/y", "GET https://h/x/12/y"),
        ("/x/\("")\("2")/y", "GET https://h/x/2/y"),
        ("/x/\("")/y", "!URL: '/x/{}/y', value 1: an empty path segment"),
        ("/x/\("")", "!URL: '/x/{}', value 1: an empty path segment"),
        ("\("")", "!URL: '{}', value 1: an empty path segment"),
        ("/x/\(".")\(".")/y", "!URL: '/x/{}{}/y', value 2: the path segment '..'"),
        ("/x/\("a")/\("..")", "!URL: '/x/{}/{}', value 2: the path segment '..'"),
        ("/x/.\(".")", "!URL: '/x/.{}', value 1: the path segment '..'"),
        ("/x/\(".").", "!URL: '/x/{}.', value 1: the path segment '..'"),
        ("/x/\(".").?a=b", "!URL: '/x/{}.?a=b', value 1: the path segment '..'"),
        ("/x/\(".")./y", "!URL: '/x/{}./y', value 1: the path segment '..'"),
        ("/x/%2e\(".")/y", "!URL: '/x/%2e{}/y', value 1: the path segment '%2e.'"),
        ("/x/\(".").a/y", "GET https://h/x/..a/y"),
        ("/x/\(segments: "a/../b")", "!URL: '/x/{}', value 1: 'a/../b' has the path segment '..'"),
        ("/x/\(segments: "a//b")", "!URL: '/x/{}', value 1: 'a//b' has an empty path segment"),
        ("/x/\(segments: ["a", ".."])", "!URL: '/x/{}', value 1: the path segment '..'"),
        ("/x/\(segments: "")", "!URL: '/x/{}', value 1: an empty path segment"),
        ("/x/\(segments: [String]())", "!URL: '/x/{}', value 1: an empty path segment"),
        ("/x/\(segments: "a/b")\("c/d")", "GET https://h/x/a/bc%2Fd"),
    ]

    @Test(arguments: paths)
    func `a segment of a factory's path is never empty and never of dots`(path: RequestPath, expected: String) {
        #expect(Client.plain.line(of: Request<Void, ErrorBody>.get(path)) == expected)
    }
}
