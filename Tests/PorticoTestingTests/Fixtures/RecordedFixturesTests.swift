import Foundation
import Portico
import PorticoTesting
import Testing

private typealias Samples = ArchiveSamples

@Suite struct RecordedFixturesTests {
    @Test(arguments: [
        ("GET", "https://h/users/7", 200, "users/7/GET.json"),
        ("POST", "https://h/users", 201, "users/POST.201.json"),
        ("GET", "https://h/users?sort=b&page=1.5", 200, "users/GET,page=1%2E5,sort=b.json"),
        ("GET", "https://h/a%2Fb/%2E%2E", 200, "a%2Fb/%2E%2E/GET.json"),
        ("GET", "https://h/", 200, "GET.json"),
        ("GET", "https://h/?token=%3Credacted%3E", 404, "GET,token.404.json"),
    ])
    func `an answer is a file by the convention`(_ method: String, _ url: String, _ status: Int, _ path: String) {
        let fixtures = RecordedFixtures(HTTPArchive(entries: [Samples.exchange(method, url, status: status)]))

        #expect(fixtures.files.keys.sorted() == [path])
        #expect(fixtures.files[path] == Data("{}".utf8))
        #expect(fixtures.notes == [])
    }

    @Test func `several answers to equal requests are a sequence, each change of it once`() {
        let texts = ["1", "1", "2", "1"].map { HTTPArchive.Content(mimeType: "application/json", text: $0) }
        let entries = texts.map { Samples.exchange("GET", "https://h/jobs/7", answer: $0) }

        let fixtures = RecordedFixtures(HTTPArchive(entries: entries))

        #expect(
            fixtures.files == [
                "jobs/7/GET.1.json": Data("1".utf8), "jobs/7/GET.2.json": Data("2".utf8),
                "jobs/7/GET.3.json": Data("1".utf8),
            ])
    }

    @Test func `fields that say something stand in a sidecar`() throws {
        var entry = Samples.exchange("POST", "https://h/users", status: 201)
        entry.response.headers += [
            .init(name: "Location", value: "/users/8"), .init(name: "Date", value: "now"),
            .init(name: "Set-Cookie", value: "a=1\nb=2"),
        ]

        let files = RecordedFixtures(HTTPArchive(entries: [entry])).files

        let sidecar = try JSONDecoder().decode(JSONValue.self, from: #require(files["users/POST.head.json"]))
        #expect(sidecar == ["fields": ["Location": "/users/8", "Set-Cookie": ["a=1", "b=2"]]])
    }

    @Test func `what cannot be a fixture is told`() {
        var failed = Samples.exchange("GET", "https://h/a")
        failed.response.status = 0
        let long = Samples.exchange("GET", "https://h/b?q=" + String(repeating: "x", count: 300))

        let fixtures = RecordedFixtures(
            HTTPArchive(entries: [failed, Samples.exchange("HEAD", "https://h/a"), long]))

        #expect(fixtures.files.isEmpty)
        #expect(
            fixtures.notes == [
                "entry 0, GET https://h/a, was left out: there was no answer",
                "entry 1, HEAD https://h/a, was left out: HEAD is answered from the file for GET",
                "entry 2 was left out: the name of its file would be too long",
            ])
    }

    @Test func `a transport answers from the folder what was recorded`() async throws {
        let folder = try TestFolder()
        let picture = HTTPArchive.Content(mimeType: "image/png", text: "AAEC", encoding: "base64")
        let archive = HTTPArchive(entries: [
            Samples.exchange("GET", "https://h/users/7?a=1", answer: .init(mimeType: "application/json", text: "[7]")),
            Samples.exchange("GET", "https://h/p", answer: picture),
            Samples.exchange("GET", "https://h/bad", answer: .init(mimeType: "application/json", text: "{")),
        ])
        for (path, content) in RecordedFixtures(archive).files {
            let file = folder.url.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try content.write(to: file)
        }
        let transport = try FixtureTransport(folder.url)

        for (entry, path) in zip(archive.entries, ["/users/7?a=1", "/p", "/bad"]) {
            let response = try await send(transport, .get, path)
            #expect(try response.data == entry.httpResponse().data)
            #expect(response.fields[.contentType] == entry.response.content.mimeType)
        }
    }
}
