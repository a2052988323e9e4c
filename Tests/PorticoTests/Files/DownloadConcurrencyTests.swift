import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct DownloadConcurrencyTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: [false, true])
    func `two at once to one name do not meet`(resumes: Bool) async throws {
        let gate = Gate()
        let archive = Archive(Archive.bytes)
        let stub = StubTransport { request async throws(TransportError) in
            await gate.wait()
            return archive.answer(request)
        }
        let client = Client(environment: .stub, transport: stub)
        let options = DownloadOptions(resumes: resumes, onConflict: .keepBoth)

        async let first = client.result(options, folder)
        async let second = client.result(options, folder)
        await stub.waitForRequests(2)
        gate.open()
        let names = try await [first.get(), second.get()].map(\.file.lastPathComponent).sorted()

        #expect(names == ["a (2).bin", "a.bin"])
        #expect(try folder.names == names)
        for name in names { #expect(try Data(contentsOf: folder.file(name)) == Archive.bytes) }
    }

    @Test func `of many at once to one name one wins, and the others say that it is there`() async throws {
        let (client, _) = Archive(Archive.bytes).client()

        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { [folder] in (try? await client.result(DownloadOptions(), folder).get()) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(results == 1)
        #expect(try folder.names == ["a.bin"])
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
    }

    @Test(arguments: [false, true])
    func `a download that is cancelled at any moment leaves no half file`(resumes: Bool) async throws {
        let (client, _) = Archive(Archive.bytes).client()
        let options = DownloadOptions(resumes: resumes, onConflict: .replace)
        var ended = 0

        for round in 0..<60 {
            let task = Task { [folder] in await client.result(options, folder) }
            for _ in 0..<(round * 2) { await Task.yield() }
            task.cancel()
            if case .success = await task.value { ended += 1 }
            let names = try folder.names
            let hidden = names.filter { $0 != "a.bin" }
            #expect(resumes ? hidden.count <= 2 : hidden == [], "round \(round): \(names)")
            if names.contains("a.bin") {
                #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes, "round \(round)")
                try FileManager.default.removeItem(at: folder.file("a.bin"))
            }
        }
        let last = try await client.result(options, folder).get()

        #expect(last.byteCount == 100_000)
        #expect(try Data(contentsOf: folder.file("a.bin")) == Archive.bytes)
        #expect(try folder.names == ["a.bin"])
    }
}

extension Client {
    fileprivate func result(
        _ options: DownloadOptions, _ folder: TestFolder
    ) async -> Result<Download, CallError<ArchiveProblem>> {
        await call(GetArchive(), downloadingTo: .folder(folder.url), options: options).result
    }
}
