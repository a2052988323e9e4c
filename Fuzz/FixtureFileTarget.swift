import Foundation

extension FuzzTarget {
    /// The names of fixtures: what is read of one is what it is written as, and each segment has a name that leads nowhere
    /// else.
    static let fixtureName = FuzzTarget(
        name: "fixture-name",
        seeds: [
            "GET.json", "POST.201.json", "GET,page=2,sort=name@slow.1.503.json", "GET.12.head.json",
            "GET,q=%41%2E%2C.html", "{id}.txt", "{+path}", "a%2Fb", "GET.json\nGET.404.json\nGET.head.json\nGET.1.json",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        if let name = FixtureName(text) {
            expectEqual(FixtureName(name.description), name, "a name written and read")
            expect(!name.description.utf8.contains(UInt8(ascii: "/")) || text.contains("/"), "\(name) leads elsewhere")
        }
        let folder = FixtureEscaping.folderName(for: text)
        expectEqual(FixtureEscaping.undone(folder), text, "a segment as the name of a folder")
        expect(!folder.utf8.contains(UInt8(ascii: "/")) && folder != "." && folder != "..", "the folder '\(folder)'")
        _ = FolderPattern(text)?.matches(String(text.reversed()))

        let files = text.split(separator: "\n").map(String.init)
        let entries = FixtureSeries.all(in: "", files: files).values.flatMap { $0 }.flatMap(\.entries)
        for entry in entries { expect(files.contains(entry.path), "the file '\(entry.path)' was not there") }
    }

    /// Sidecars: what is accepted can be sent.
    static let fixtureSidecar = FuzzTarget(
        name: "fixture-sidecar",
        seeds: [
            #"{"status": 201, "fields": {"Location": "/users/8", "Set-Cookie": ["a=1", "b=2"]}, "delay": "250ms"}"#,
            #"{"delay": "1.5s"}"#, #"{"fields": {"A": []}}"#, #"{"status": 2e2}"#, "[]", "{}",
        ]
    ) { input in
        let sidecar: FixtureSidecar
        do throws(FixtureProblem) { sidecar = try FixtureSidecar(Data(input), path: "GET.head.json") } catch {
            expect(!error.reason.isEmpty && error.file == "GET.head.json", "\(error)")
            return
        }
        expect((200...599).contains(sidecar.status ?? 200), "the status \(String(describing: sidecar.status))")
        expect((Duration.zero...(.seconds(3600))).contains(sidecar.delay ?? .zero), "the delay")
        do {
            try HTTPRequest(scheme: "https", authority: "h", path: "/", fields: sidecar.fields).validate()
        } catch { fatalError("fields that cannot be sent: \(error)") }
        _ = try? Fixture(path: "GET.json", name: FixtureName("GET"), content: Data(input), sidecar: sidecar)
    }

    /// Lookups in a folder: whatever is asked for, what answers is in it, and what is missing stays in it.
    static let fixtureLookup = FuzzTarget(
        name: "fixture-lookup",
        seeds: [
            "/users/7", "/users/me?page=2&sort=a%20b", "/files/a/b/c/meta", "/../%2e%2e/etc", "/compare/a...b", "/%",
            "/users//7/", "*", "/users?page=%ff&&=&a",
        ]
    ) { input in
        guard let folder = Self.fixtures else { fatalError("no folder of fixtures could be made") }
        let target = String(decoding: input, as: UTF8.self)
        do throws(FixtureError) {
            let fixture = try folder.fixture(for: .get, target)
            expect(Self.files.contains(fixture.path), "'\(fixture.path)' is not there")
        } catch {
            expect(error.isMissing, "\(error)")
            expect(error.lookedFor.count <= FixtureTree.LookedFor.limit, "\(error.lookedFor.count) files")
            for file in error.lookedFor {
                let segments = file.split(separator: "/", omittingEmptySubsequences: false)
                expect(!segments.contains { $0 == ".." || $0 == "." || $0.isEmpty }, "'\(file)' leads elsewhere")
            }
        }
    }

    private static let files = [
        "GET.json", "users/GET.json", "users/GET,page=2.json", "users/{id}/GET.json", "users/me/GET.json",
        "files/{+path}/GET.json", "files/{+path}/meta/GET.json", "compare/{base}...{head}/GET.json",
        "{a}/{b}/{c}/{d}/GET.json", "{+any}/x/{+other}/y/GET.json",
    ]

    /// Looked at once, so that an input costs no question to the file system.
    private static let fixtures: FixtureFolder? = {
        let root = FileManager.default.temporaryDirectory.appending(path: "portico-fuzz-\(UUID().uuidString)")
        for file in files {
            let place = root.appending(path: file)
            let folder = place.deletingLastPathComponent()
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try? Data("1".utf8).write(to: place)
        }
        return try? FixtureFolder(root, trusted: .seconds(86400))
    }()
}
