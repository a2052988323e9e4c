import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct FixtureLookupTests {
    private static let files = [
        "users/{id}/GET.json", "users/me/GET.json", "users/{id}.txt/GET.txt", "users/{id}/posts/GET.json",
        "users/me/repos/GET.json",
        "search/GET.json", "search/GET,q.json", "search/GET,q=swift.json", "search/GET,q=swift,page=2.json",
        "search/GET,page=2.json",
        "files/{+path}/GET.json", "files/{+path}/meta/GET.json", "files/readme/GET.json",
        "compare/{base}...{head}/GET.json",
        "a%3Ab/GET.json", "100%/GET.json",
        "both/HEAD.204.json", "both/GET.json",
    ]

    private func folder(scenario: String? = nil, _ files: [String] = Self.files) throws -> (
        FixtureFiles, FixtureFolder
    ) {
        let files = try FixtureFiles(Dictionary(uniqueKeysWithValues: files.map { ($0, "[]") }))
        return (files, try FixtureFolder(files.url, scenario: scenario))
    }

    @Test(arguments: [
        ("/users/7", "users/{id}/GET.json"),
        ("/users/me", "users/me/GET.json"),
        ("/users/me/", "users/me/GET.json"),
        ("/users/7.txt", "users/{id}.txt/GET.txt"),
        ("/users/me/posts", "users/{id}/posts/GET.json"),
        ("/users/me/repos", "users/me/repos/GET.json"),
        ("/search", "search/GET.json"),
        ("/search?q=", "search/GET,q.json"),
        ("/search?q=rust", "search/GET,q.json"),
        ("/search?q=swift", "search/GET,q=swift.json"),
        ("/search?q=%73wift", "search/GET,q=swift.json"),
        ("/search?x=1&page=2&q=swift", "search/GET,q=swift,page=2.json"),
        ("/search?page=2&q=rust", "search/GET,page=2.json"),
        ("/search?page=3", "search/GET.json"),
        ("/search?%ff", "search/GET.json"),
        ("/files/a", "files/{+path}/GET.json"),
        ("/files/a/b/c", "files/{+path}/GET.json"),
        ("/files/a/b/meta", "files/{+path}/GET.json"),
        ("/files/readme", "files/readme/GET.json"),
        ("/compare/main...next", "compare/{base}...{head}/GET.json"),
        ("/a:b", "a%3Ab/GET.json"),
        ("/a%3ab", "a%3Ab/GET.json"),
        ("/100%25", "100%/GET.json"),
    ])
    func `the most exact file answers`(target: String, path: String) throws {
        let (files, folder) = try folder()
        defer { _ = files }

        #expect(try folder.fixture(for: .get, target).path == path)
    }

    @Test func `HEAD has files of its own, and else those of GET`() throws {
        let (files, folder) = try folder()
        defer { _ = files }

        #expect(try folder.fixture(for: .head, "/both").path == "both/HEAD.204.json")
        #expect(try folder.fixture(for: .head, "/users/me").path == "users/me/GET.json")
    }

    @Test(arguments: [
        ("/users/me/x", ["users/me/x/GET.json", "users/{id}/x/GET.json"]),
        ("/users/a.txt/x?b=1&a", ["users/a.txt/x/GET,b=1,a=.json", "users/a.txt/x/GET.json"]),
        ("/none?access_token=s3cret&page=2&key=1", ["none/GET,page=2.json", "none/GET.json"]),
        ("/none?api_key=s3cret", ["none/GET.json"]),
        ("/compare/main", ["compare/main/GET.json"]),
        ("/..%2F..%2Fetc", ["%2E.%2F..%2Fetc/GET.json"]),
        ("/../etc", ["%2E%2E/etc/GET.json"]),
        ("*", []),
        ("/%", []),
        ("/" + String(repeating: "a/", count: 65), []),
    ])
    func `what is missing says which files were looked for, in order`(target: String, lookedFor: [String]) throws {
        let (files, folder) = try folder()
        defer { _ = files }

        let error = #expect(throws: FixtureError.self) { try folder.fixture(for: .get, target) }

        #expect(error?.isMissing == true)
        #expect(error?.lookedFor.prefix(2) == lookedFor[...])
    }

    @Test func `a scenario's file wins over every other one, and where it has none the others answer`() throws {
        let names = [
            "users/{id}/GET@gone.404.json", "users/me/GET.json", "users/GET.json", "users/GET@empty.json",
            "{+any}/DELETE@gone.503.json",
        ]
        let (files, folder) = try folder(scenario: "gone", names)
        defer { _ = files }

        #expect(try folder.fixture(for: .get, "/users/me").head.status == 404)
        #expect(try folder.fixture(for: .get, "/users").path == "users/GET.json")
        #expect(try folder.fixture(for: .delete, "/a/b/c").head.status == 503)
        let error = #expect(throws: FixtureError.self) { try folder.fixture(for: .get, "/x?a=1") }
        #expect(
            error?.lookedFor == [
                "x/GET,a=1@gone.json", "x/GET@gone.json", "{+any}/GET,a=1@gone.json", "{+any}/GET@gone.json",
                "x/GET,a=1.json", "x/GET.json", "{+any}/GET,a=1.json", "{+any}/GET.json",
            ])
    }

    @Test(arguments: [
        (["GET.1.202.json", "GET.2.json"], [202, 200, 200]),
        (["GET.2.503.json", "GET.1.202.json", "GET.json"], [202, 503, 200, 200]),
        (["GET.10.504.json", "GET.9.503.json"], [503, 504, 504]),
        (["GET.404.json", "GET.json"], [200, 200]),
    ])
    func `a sequence is answered in its order, its last file for ever`(names: [String], statuses: [Int]) throws {
        let (files, folder) = try folder(names)
        defer { _ = files }

        for status in statuses {
            #expect(try folder.fixture(for: .get, "/").head.status.code == status)
        }
    }

    @Test func `folders that match in endless ways are an error, and nobody waits for it`() throws {
        let nested = (0..<8).map { "{+a\($0)}/" }.joined()
        let (files, folder) = try folder([nested + "x/GET.json"])
        defer { _ = files }

        let error = #expect(throws: FixtureError.self) {
            try folder.fixture(for: .get, String(repeating: "/a", count: 60))
        }

        #expect(error?.reason == "the folders of many segments match in more than 10000 ways")
    }

    @Test func `what changes on disk is seen with the next request`() throws {
        let (files, folder) = try folder(["GET.json"])
        #expect(try folder.fixture(for: .get, "/").body == Data("[]".utf8))

        try files.write("GET.json", "[1]")
        #expect(try folder.fixture(for: .get, "/").body == Data("[1]".utf8))
        try files.write("GET.head.json", #"{"status": 203}"#)
        #expect(try folder.fixture(for: .get, "/").head.status == 203)
        try files.write("a/b/GET.json", "[2]")
        #expect(try folder.fixture(for: .get, "/a/b").body == Data("[2]".utf8))
        try files.remove("a")
        #expect(throws: FixtureError.self) { try folder.fixture(for: .get, "/a/b") }
        try files.remove("GET.json")
        #expect(try folder.fixture(for: .get, "/").body == Data())
    }

    @Test func `what was looked at is trusted for as long as was said`() throws {
        let (files, _) = try folder(["GET.json"])
        let folder = try FixtureFolder(files.url, trusted: .seconds(3600))
        #expect(try folder.fixture(for: .get, "/").body == Data("[]".utf8))

        try files.write("GET.json", "[1]")

        #expect(try folder.fixture(for: .get, "/").body == Data("[]".utf8))
    }
}
