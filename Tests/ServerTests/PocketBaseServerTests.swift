import Foundation
import Portico
import Testing

/// A whole JSON API, called through typed endpoints.
@Suite(.needsPocketBase) struct PocketBaseServerTests {
    private let client: Client
    /// What the notes of this test are about.
    private let topic = UUID().uuidString

    init() throws { client = try PocketBase.client() }

    private func problem(_ send: @Sendable () async throws -> some Sendable) async throws -> PocketBase.Problem {
        let error = try #require(await #expect(throws: CallError<PocketBase.Problem>.self) { try await send() })
        guard case .failure(let problem) = error.reason else { throw error }
        return problem
    }

    @Test func `a note is added, shown, changed and removed`() async throws {
        let summary = PocketBase.Summary(text: "naïve – \"quoted\"", words: 2)
        let added = try await client.send(
            PocketBase.AddNote(topic: topic, title: "First", summary: summary, rank: 7))
        #expect(added.title == "First" && added.summary == summary && added.rank == 7)

        #expect(try await client.send(PocketBase.ShowNote(id: added.id)) == added)

        let changed = try await client.send(PocketBase.ChangeNote(id: added.id, title: .value("Second")))
        #expect(changed.title == "Second" && changed.summary == summary && changed.rank == 7)

        try await client.send(PocketBase.RemoveNote(id: added.id))
        let gone = try await problem { try await client.send(PocketBase.ShowNote(id: added.id)) }
        #expect(gone.status == 404)
    }

    @Test func `a change tells null from what it leaves alone`() async throws {
        let summary = PocketBase.Summary(text: "short", words: 1)
        let note = try await client.send(PocketBase.AddNote(topic: topic, title: "A", summary: summary, rank: 3))

        let cleared = try await client.send(PocketBase.ChangeNote(id: note.id, summary: .null))
        #expect(cleared.summary == nil && cleared.title == "A" && cleared.rank == 3)

        let unchanged = try await client.send(PocketBase.ChangeNote(id: note.id, rank: .value(4)))
        #expect(unchanged.summary == nil && unchanged.title == "A" && unchanged.rank == 4)
    }

    @Test func `what is wrong with each field is told by its type`() async throws {
        let problem = try await problem {
            try await client.send(
                PocketBase.AddNote(topic: "", title: String(repeating: "x", count: 41), rank: -1))
        }

        #expect(problem.status == 400)
        #expect(
            problem.data.mapValues(\.code) == [
                "topic": "validation_required", "title": "validation_max_text_constraint",
                "rank": "validation_min_number_constraint",
            ])
    }

    @Test func `a list is read page by page, filtered and in order`() async throws {
        for rank in [3, 1, 5, 2, 4] {
            try await client.send(PocketBase.AddNote(topic: topic, title: "Note & \(rank)", rank: rank))
        }
        let filter = "topic = \"\(topic)\" && rank > 1"

        var ranks: [Int] = []
        var pages = 1
        var page = 1
        while page <= pages {
            let list = try await client.send(
                PocketBase.ListNotes(filter: filter, sort: "-rank", page: page, perPage: 3))
            #expect(list.page == page && list.totalItems == 4 && list.totalPages == 2)
            ranks += list.items.map(\.rank)
            pages = list.totalPages
            page += 1
        }

        #expect(ranks == [5, 4, 3, 2])
    }

    @Test func `several files go up in one form and come down byte for byte`() async throws {
        let text = Data("one,\r\n\"two\"\r\n--boundary\r\n".utf8)
        let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let folder = try TemporaryFolder()
        let file = try folder.file(named: "large file.bin", bytes)

        let note = try await client.send(
            PocketBase.AddNoteWithFiles(
                topic: topic, title: "Two & files",
                attachments: [
                    .bytes(text, filename: "naïve \"name\".csv", mediaType: MediaType("text/csv") ?? .plainText),
                    .file(file),
                ]))

        #expect(note.title == "Two & files")
        try #require(note.attachments.count == 2)
        for (name, content) in zip(note.attachments, [text, bytes]) {
            #expect(try await client.send(PocketBase.FileOfNote(id: note.id, name: name)) == content)
        }
    }

    @Test func `a part of a file is asked for by its range`() async throws {
        let content = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0) })
        let note = try await client.send(
            PocketBase.AddNoteWithFiles(
                topic: topic, title: "A file", attachments: [.bytes(content, filename: "file.bin")]))
        let server = try TestServer(TestServers.pocketBase)
        let path = "/api/files/notes/\(note.id)/\(note.attachments[0])"

        let part = try await server.send(.get, path, fields: [.range: "bytes=500-1499"])
        let behind = try await server.send(.get, path, fields: [.range: "bytes=10000-"])

        #expect(part.status == .partialContent)
        #expect(part.fields[.contentRange] == "bytes 500-1499/10000")
        #expect(part.data == content[500..<1500])
        #expect(behind.status == .rangeNotSatisfiable)
    }

    @Test func `a token says who one is, and without one the answer is 401`() async throws {
        let session = try await PocketBase.someone(client)

        let account = try await client.send(PocketBase.ShowAccount(token: session.token))
        let stranger = try await problem { try await client.send(PocketBase.ShowAccount()) }

        #expect(account == session.record)
        #expect(stranger.status == 401)
    }

    @Test func `a token of a wrong password is refused, with the reason`() async throws {
        let problem = try await problem {
            try await client.send(
                PocketBase.SignIn(collection: "_superusers", identity: "admin@example.com", password: "hunter2"))
        }

        #expect(problem.status == 400)
        #expect(problem.message == "Failed to authenticate.")
    }
}
