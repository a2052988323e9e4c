@testable import Portico
import Testing

@Suite struct URLReferenceTests {
    private let base = URLReference("http://a/b/c/d;p?q")

    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../", "http://a/"), ("../../g", "http://a/g"),
    ])
    func `the normal examples of RFC 3986, section 5.4.1`(reference: String, expected: String) {
        #expect(URLReference(reference).resolved(against: base).text == expected)
    }

    @Test(arguments: [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ])
    func `the abnormal examples of RFC 3986, section 5.4.2, read strictly`(reference: String, expected: String) {
        #expect(URLReference(reference).resolved(against: base).text == expected)
    }

    @Test(arguments: [
        ("http://a", "g", "http://a/g"), ("http://a?q", "g", "http://a/g"), ("http://a", "?y", "http://a?y"),
        ("http://a/b", "/x//y", "http://a/x//y"), ("http://a/b", "x//../y", "http://a/x/y"),
        ("http://a/b", "/%2e%2e/%2E/x", "http://a/%2e%2e/%2E/x"), ("http://a/b", "HTTPS://B/x", "https://B/x"),
        ("http://a/b", "//c?x", "http://c?x"), ("http://a/b", "1x:y", "http://a/1x:y"),
        ("http://a/b", "x/y:z", "http://a/x/y:z"), ("http://a/b/c?x=1#f", "", "http://a/b/c?x=1"),
        ("http://a/b", "x?y#z#w?v", "http://a/x?y#z#w?v"), ("http://a/b", "/\u{301}/x", "http://a/\u{301}/x"),
    ])
    func `what the examples leave out`(base: String, reference: String, expected: String) {
        #expect(URLReference(reference).resolved(against: URLReference(base)).text == expected)
    }
}
