import Foundation
import Portico
import Testing

@testable import PorticoTesting

private typealias Samples = ArchiveSamples

@Suite struct ReplayMachineTests {
    @Test func `each entry answers once, the earlier one first`() {
        var machine = self.machine([get("https://h/a"), get("https://h/b"), get("https://h/a")])

        #expect(machine.answers(get("https://h/a"), get("https://h/a"), get("https://h/b")) == [0, 2, 1])
        #expect(
            machine.problem(get("https://h/a"))
                == "the recording has no answer to GET https://h/a: entry 0 is the same, and has answered already")
    }

    @Test func `where that is asked for, the last of several answers again`() {
        var machine = self.machine([get("https://h/a"), get("https://h/a")], .loose)

        #expect(machine.answers(get("https://h/a"), get("https://h/a"), get("https://h/a")) == [0, 1, 1])
    }

    @Test func `in order, only the next one answers`() {
        var matching = ReplayMatching.strict
        matching.keepsOrder = true
        var machine = self.machine([get("https://h/a"), get("https://h/b")], matching)

        #expect(
            machine.problem(get("https://h/b"))
                == """
                the recording has no answer to GET https://h/b; nearest is entry 0, GET https://h/a: the path is '/b', \
                recorded '/a'
                """)
        #expect(machine.answers(get("https://h/a"), get("https://h/b")) == [0, 1])
        #expect(machine.problem(get("https://h/b")).hasSuffix("entry 1 is the same, and has answered already"))
    }

    @Test(arguments: [
        ("another value", get("https://h/a?p=2"), "the query item p is '2', recorded '1'"),
        ("an item more", get("https://h/a?p=1&q"), "the query item q is '', recorded none"),
        ("an item less", get("https://h/a"), "the query item p is missing, recorded '1'"),
        ("another host", get("https://g/a?p=1"), "the origin is 'https://g', recorded 'https://h'"),
        ("another method", Samples.exchange("PUT", "https://h/a?p=1"), "the method is 'PUT', recorded 'GET'"),
        (
            "another field", Samples.exchange("GET", "https://h/a?p=1", fields: ["Accept": "x"]),
            "the field accept is 'x', recorded none"
        ),
    ])
    func `a request that is not the recorded one is told in what`(
        _ what: String, _ entry: HTTPArchive.Entry, _ difference: String
    ) {
        var machine = self.machine([get("https://h/other/path"), get("https://h:443/a?p=1")])

        let problem = machine.problem(entry)

        #expect(problem.contains("nearest is entry 1, GET https://h:443/a?p=1: "), "\(problem)")
        #expect(problem.hasSuffix(difference), "\(problem)")
    }

    @Test func `a body of JSON is compared as a value, and its difference has a place`() {
        let recorded = Self.post(#"{"a":1,"items":[{"name":"x"},{"name":"y"}]}"#)
        var machine = self.machine([recorded])

        #expect(
            machine.problem(Self.post(#"{"a":1,"items":[{"name":"x"},{"name":"z"}]}"#))
                .hasSuffix(#"the body.items[1].name is '"z"', recorded '"y"'"#))
        #expect(machine.answers(Self.post(#"{ "items":[{"name":"x"},{"name":"y"}], "a":1.0 }"#)) == [0])
    }

    @Test func `a secret is never compared, and never told`() {
        let recorded = HTTPArchive(entries: [
            Samples.exchange(
                "POST", "https://h/?token=recorded1", fields: ["Authorization": "Bearer recorded1"],
                body: .init(mimeType: "application/json", text: #"{"password":"recorded1","user":"a"}"#))
        ]).redacted().entries
        var machine = self.machine(recorded)
        let live = Samples.exchange(
            "POST", "https://h/?token=live-secret", fields: ["Authorization": "Bearer live-secret"],
            body: .init(mimeType: "application/json", text: #"{"password":"live-secret","user":"a"}"#))
        var other = live
        other.request.postData?.text = #"{"password":"live-secret","user":"b live-secret"}"#

        #expect(!machine.problem(other).contains("live-secret"))
        #expect(machine.answers(live) == [0])
    }

    @Test func `a boundary is another one each time`() {
        func form(_ boundary: String, _ value: String) -> HTTPArchive.Entry {
            let type = "multipart/form-data; boundary=\(boundary)"
            let head = "Content-Disposition: form-data; name=\"a\""
            return Samples.exchange(
                "POST", "https://h/", fields: ["Content-Type": type],
                body: .init(mimeType: type, text: "--\(boundary)\r\n\(head)\r\n\r\n\(value)\r\n--\(boundary)--\r\n"))
        }
        var machine = self.machine([form("one", "1")])

        #expect(machine.problem(form("two", "2")).contains("the body is"))
        #expect(machine.answers(form("two", "1")) == [0])
    }

    @Test func `what is ignored does not count`() {
        var matching = ReplayMatching.strict
        matching.ignoredFields.insert("X-Request-ID")
        matching.ignoredQueryItems.insert("t")
        var machine = self.machine(
            [Samples.exchange("GET", "https://h/?a=1&t=1", fields: ["X-Request-Id": "1", "User-Agent": "x"])], matching)

        #expect(machine.answers(Samples.exchange("GET", "https://h/?t=2&a=1", fields: ["x-request-id": "2"])) == [0])
    }

    @Test func `loose matching leaves out host, fields and the order of the query`() {
        var machine = self.machine([Samples.exchange("GET", "https://h/?a=1&b=2", fields: ["A": "1"])], .loose)

        #expect(machine.answers(get("http://127.0.0.1:8080/?b=2&a=1")) == [0])
    }

    @Test func `strict matching keeps the order of the query`() {
        var machine = self.machine([get("https://h/?a=1&b=2")])

        #expect(
            machine.problem(get("https://h/?b=2&a=1"))
                .hasSuffix("the order of the query items is 'b, a', recorded 'a, b'"))
    }

    @Test func `entries without an answer do not count`() {
        var failed = get("https://h/a")
        failed.response.status = 0
        var machine = self.machine([failed, get("https://h/a")])

        #expect(machine.answers(get("https://h/a")) == [1])
        #expect(machine.unusedEntries == [])
    }

    @Test func `an empty recording says so`() {
        var machine = self.machine([])

        #expect(
            machine.problem(get("https://h/")) == "the recording has no answer to GET https://h/: it has no entries")
    }

    private func machine(_ entries: [HTTPArchive.Entry], _ matching: ReplayMatching = .strict) -> ReplayMachine {
        ReplayMachine(HTTPArchive(entries: entries), matching, .standard)
    }

    private static func post(_ body: String) -> HTTPArchive.Entry {
        Samples.exchange("POST", "https://h/", body: .init(mimeType: "application/json", text: body))
    }
}

private func get(_ url: String) -> HTTPArchive.Entry { Samples.exchange("GET", url) }

extension ReplayMachine {
    fileprivate mutating func answers(_ entries: HTTPArchive.Entry...) -> [Int?] {
        entries.map { entry in
            if case .entry(let index) = take(entry.request) { index } else { nil }
        }
    }

    fileprivate mutating func problem(_ entry: HTTPArchive.Entry) -> String {
        if case .missing(let problem) = take(entry.request) { problem.description } else { "" }
    }
}
