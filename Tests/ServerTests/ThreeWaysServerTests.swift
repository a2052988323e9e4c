import Foundation
import Portico
import PorticoTesting
import Testing

/// One feature on fixtures before there is a server, on a recording, and on the server itself: the feature's code does not
/// know.
@Suite(.needsPocketBase) struct ThreeWaysServerTests {
    /// A board of notes on a topic, as an app would have it.
    private struct NoteBoard {
        let client: Client
        let topic: String

        struct Line: Equatable {
            var title: String
            var rank: Int
            var summary: String?
        }

        struct Outcome: Equatable {
            var lines: [Line]
            var moved: Line
            var refusedFields: [String]
        }

        func run() async throws -> Outcome {
            let summary = PocketBase.Summary(text: "three words here", words: 3)
            let first = try await client.send(
                PocketBase.AddNote(topic: topic, title: "Plan", summary: summary, rank: 1))
            try await client.send(PocketBase.AddNote(topic: topic, title: "Build", rank: 2))
            let page = try await client.send(PocketBase.ListNotes(filter: "topic='\(topic)'", sort: "rank"))
            let moved = try await client.send(PocketBase.ChangeNote(id: first.id, rank: .value(9)))
            return Outcome(
                lines: page.items.map(line), moved: line(moved), refusedFields: try await refusedFields())
        }

        private func refusedFields() async throws -> [String] {
            do throws(CallError<PocketBase.Problem>) {
                try await client.send(PocketBase.AddNote(topic: "", title: "", rank: -1))
                return []
            } catch {
                guard case .failure(let problem) = error.reason else { throw error }
                return problem.data.keys.sorted()
            }
        }

        private func line(_ note: PocketBase.Note) -> Line {
            Line(title: note.title, rank: note.rank, summary: note.summary?.text)
        }
    }

    private func run(_ transport: any Transport) async throws -> NoteBoard.Outcome {
        let client = Client.patient(try #require(TestServers.pocketBase), transport)
        return try await NoteBoard(client: client, topic: topic).run()
    }

    private let topic = UUID().uuidString

    @Test func `fixtures, a recording and the server have the same outcome`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "board.har")
        try write(Self.fixtures, to: folder.url)
        let expected = NoteBoard.Outcome(
            lines: [
                NoteBoard.Line(title: "Plan", rank: 1, summary: "three words here"),
                NoteBoard.Line(title: "Build", rank: 2, summary: nil),
            ],
            moved: NoteBoard.Line(title: "Plan", rank: 9, summary: "three words here"),
            refusedFields: ["rank", "title", "topic"])

        let onFixtures = try await run(FixtureTransport(folder.url))
        let recording = try ReplayTransport(file: file, mode: .recordMissing, live: TestServer.defaultTransport)
        let live = try await run(recording)
        try recording.save()
        let replay = try ReplayTransport(file: file)
        let replayed = try await run(replay)

        #expect(onFixtures == expected)
        #expect(live == expected)
        #expect(replayed == expected)
        #expect(replay.unusedEntries == [])
    }

    @Test func `fixtures made of a recording have the same outcome too`() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(TestServer.defaultTransport)
        let live = try await run(recorder)

        try write(
            RecordedFixtures(recorder.archive).files.mapValues { String(decoding: $0, as: UTF8.self) }, to: folder.url)

        #expect(try await run(FixtureTransport(folder.url)) == live)
    }

    private func write(_ files: [String: String], to folder: URL) throws {
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// What the app was begun with, written down from the API's description.
    private static let fixtures = [
        "api/collections/notes/records/POST.1.json": note("a", "Plan", 1, #"{"text":"three words here","words":3}"#),
        "api/collections/notes/records/POST.2.json": note("b", "Build", 2, "null"),
        "api/collections/notes/records/POST.3.400.json": """
        {"status": 400, "message": "Failed.", "data": {"topic": {"code": "c", "message": "m"},
        "title": {"code": "c", "message": "m"}, "rank": {"code": "c", "message": "m"}}}
        """,
        "api/collections/notes/records/GET.json": """
        {"page": 1, "perPage": 30, "totalItems": 2, "totalPages": 1, "items": [
        \(note("a", "Plan", 1, #"{"text":"three words here","words":3}"#)), \(note("b", "Build", 2, "null"))]}
        """,
        "api/collections/notes/records/{id}/PATCH.json":
            note("a", "Plan", 9, #"{"text":"three words here","words":3}"#),
    ]

    private static func note(_ id: String, _ title: String, _ rank: Int, _ summary: String) -> String {
        """
        {"id": "\(id)", "topic": "t", "title": "\(title)", "summary": \(summary), "rank": \(rank), "attachments": []}
        """
    }
}
