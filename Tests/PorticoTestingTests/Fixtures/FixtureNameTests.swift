import PorticoTesting
import Testing

@Suite struct FixtureNameTests {
    @Test(arguments: [
        ("GET.json", FixtureName("GET")),
        ("GET.html", FixtureName("GET", fileExtension: "html")),
        ("POST.201.json", FixtureName("POST", status: 201)),
        ("GET,page=2.json", FixtureName("GET", query: [.init("page", "2")])),
        ("GET,page.json", FixtureName("GET", query: [.init("page", nil)])),
        ("GET,page=.json", FixtureName("GET", query: [.init("page", "")])),
        ("GET,a=1,b=2.json", FixtureName("GET", query: [.init("a", "1"), .init("b", "2")])),
        ("GET,v=1%2E5%2C%25.json", FixtureName("GET", query: [.init("v", "1.5,%")])),
        ("GET@empty.json", FixtureName("GET", scenario: "empty")),
        ("GET.1.json", FixtureName("GET", place: 1)),
        ("GET.12.503.json", FixtureName("GET", place: 12, status: 503)),
        ("GET.head.json", FixtureName("GET", fileExtension: nil)),
        ("GET.2.head.json", FixtureName("GET", place: 2, fileExtension: nil)),
        (
            "GET,q=a%20b@slow%40.2.404.json",
            FixtureName("GET", query: [.init("q", "a b")], scenario: "slow@", place: 2, status: 404)
        ),
    ])
    func `a name says method, query, scenario, place and status`(text: String, name: FixtureName) {
        #expect(FixtureName(text) == name)
        #expect(name.description == text)
    }

    @Test(arguments: [
        "", "GET", ".json", ".DS_Store", "GET.", "GET.many.json", "GET.0.json", "GET.100.json", "GET.600.json",
        "GET.404.1.json", "GET.1.404.2.json", "GET.404.head.json", "GET@.json", "GET,.json", "GET,=1.json",
        "GET,a=%.json", "GET,a=%FF.json", "GET@%+1.json", "G T.json", "GET.a b", "GET.+1.json", "GET.1.json.bak.x",
    ])
    func `what is no name of a fixture is none`(text: String) {
        #expect(FixtureName(text) == nil)
    }

    @Test(arguments: [
        ("users", "users"), ("a b", "a b"), ("ü", "ü"), ("5/7", "5%2F7"), ("100%", "100%25"), ("..", "%2E%2E"),
        ("v1.", "v1%2E"), ("v1.2", "v1.2"), ("{id}", "%7Bid%7D"), ("a:b?c*", "a%3Ab%3Fc%2A"), ("a ", "a%20"),
        (".well-known", "%2Ewell-known"),
    ])
    func `a segment is the name of a folder on every system`(segment: String, folder: String) {
        #expect(FixtureEscaping.folderName(for: segment) == folder)
        #expect(FixtureEscaping.undone(folder) == segment)
    }
}
