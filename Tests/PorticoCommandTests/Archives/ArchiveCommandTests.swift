import Foundation
import PorticoTesting
import Testing

/// `portico har` as a shell has it.
@Suite struct ArchiveCommandTests {
    @Test func `a list has a line for each exchange, and no secret`() async throws {
        let outcome = try await Program.run(["har", "list", "-"], input: Self.archive)

        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                0  GET   200  20 B   13 ms  https://h/users?token=%3Credacted%3E
                1  POST    -   0 B  120 ms  https://h/users

                """)
        #expect(outcome.code == 0)
    }

    @Test func `an exchange is shown with its JSON laid out`() async throws {
        let outcome = try await Program.run(["har", "show", "-", "0"], input: Self.archive)

        #expect(
            outcome.output == """
                GET https://h/users?token=%3Credacted%3E
                Authorization: Bearer <redacted>

                HTTP/1.1 200 OK
                Content-Type: application/json

                {
                  "id" : 7,
                  "pwd" : "<redacted>"
                }

                12.5 ms in all, waiting 12.5 ms

                """)
    }

    @Test func `the body alone is data for the next program`() async throws {
        let outcome = try await Program.run(["har", "show", "--body", "-", "0"], input: Self.archive)

        #expect(outcome.output == #"{"id":7,"pwd":"<redacted>"}"#)
    }

    @Test func `what is redacted can be read again`() async throws {
        let outcome = try await Program.run(["har", "redact", "--name", "id", "-"], input: Self.archive)

        let archive = try HTTPArchive(Data(outcome.output.utf8))
        #expect(archive.entries[0].response.content.text == #"{"id":0,"pwd":"<redacted>"}"#)
        #expect(!outcome.output.contains("hunter2"))
    }

    @Test func `fixtures are written once, and over others only by force`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portico-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = ["har", "to-fixtures", "-", folder.path]

        let first = try await Program.run(words, input: Self.archive)
        let second = try await Program.run(words, input: Self.archive)
        let forced = try await Program.run(words + ["--force"], input: Self.archive)

        #expect(first.output == "users/GET,token.json\n")
        #expect(first.errors == "entry 1, POST https://h/users, was left out: there was no answer\n")
        #expect(second.code == 1 && second.output == "")
        #expect(second.errors.contains("is there already; --force writes over it"))
        #expect(forced.code == 0)
    }

    @Test(arguments: [
        (["list", "/nowhere/a.har"], Int32(1), "list: the archive '/nowhere/a.har': there is no such file\n"),
        (["show", "-", "9"], 1, "portico har show: there is no exchange 9: the file has 2\n"),
        (["show", "-", "x"], 64, "'x' is no number of an exchange"),
        (["list"], 64, "an argument is missing: FILE.har"),
    ])
    func `what is wrong is said on standard error, with a code`(
        _ words: [String], _ code: Int32, _ message: String
    ) async throws {
        let outcome = try await Program.run(["har"] + words, input: Self.archive)

        #expect(outcome.code == code)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(message))
    }

    @Test func `a broken file is one clear error`() async throws {
        let outcome = try await Program.run(["har", "list", "-"], input: String(Self.archive.prefix(200)))

        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("the JSON ends before its end"))
    }

    @Test func `what is left out is told without the controls that it holds`() async throws {
        let archive = Self.archive.replacing(#""method":"POST""#, with: #""method":"P\u001B[2J\n""#)

        let outcome = try await Program.run(["har", "to-fixtures", "-", "/dev/null"], input: archive)

        #expect(outcome.errors.contains("entry 1, P\u{FFFD}[2J"))
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(outcome.errors.contains("/dev/null/users/GET,token.json cannot be written: Not a directory"))
    }

    private static let archive = #"""
        {"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":[
        {"startedDateTime":"2026-01-01T00:00:00Z","time":12.5,"request":{"method":"GET",
        "url":"https://h/users?token=hunter2!","headers":[{"name":"Authorization","value":"Bearer hunter22"}]},
        "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[{"name":"Content-Type",
        "value":"application/json"}],"content":{"size":20,"mimeType":"application/json",
        "text":"{\"id\":7,\"pwd\":\"hunter2\"}"}},"timings":{"send":0,"wait":12.5,"receive":0}},
        {"startedDateTime":"2026-01-01T00:00:00Z","time":120,"request":{"method":"POST","url":"https://h/users"},
        "response":{"status":0}}]}}
        """#
}
