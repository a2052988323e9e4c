extension FixtureTree {
    /// A file below a folder of fixtures, for who wants to see them all.
    struct ListedFile: Sendable {
        enum Content: Sendable {
            case entry(FixtureSeries.Entry)
            /// Another file answers in its place.
            case shadowed(by: String)
            /// It begins with a method, and goes on as no fixture does.
            case misnamed
        }

        let path: String
        let method: String
        /// The names of the folders on its way.
        let folders: [String]
        let content: Content
    }

    /// More files than these are not looked through.
    static let fileLimit = 100_000

    /// Adds the files of this folder and those below it, in their order.
    mutating func list(_ freshness: Freshness, depth: Int = 0, into all: inout [ListedFile]) throws(FixtureProblem) {
        try refresh(freshness)
        guard all.count <= Self.fileLimit, depth <= FixtureTarget.maximalDepth else {
            throw FixtureProblem(path, "there are more than \(Self.fileLimit) files, or folders in a circle")
        }
        let folders = path.split(separator: "/").map(String.init)
        let entries = series.values.flatMap { $0 }.flatMap(\.entries)
        var byPath: [String: FixtureSeries.Entry] = [:]
        for entry in entries {
            for file in [entry.file, entry.sidecar] { if let file { byPath[file] = entry } }
        }
        for file in files.sorted() {
            guard let name = FixtureName(file) else {
                let method = file.prefix { $0 != "." && $0 != "," && $0 != "@" }
                guard Self.methods.contains(String(method)) else { continue }
                all.append(ListedFile(path: path + file, method: "", folders: folders, content: .misnamed))
                continue
            }
            guard Self.methods.contains(name.method) else { continue }
            let content: ListedFile.Content
            if let entry = byPath[path + file] {
                // Its sidecar goes with it.
                if entry.path != path + file { continue }
                content = .entry(entry)
            } else {
                let other = entries.first { $0.name.key == name.key }
                content = .shadowed(by: other?.path ?? "another file")
            }
            all.append(ListedFile(path: path + file, method: name.method, folders: folders, content: content))
        }
        for name in self.folders.keys.sorted() { try self.folders[name]?.list(freshness, depth: depth + 1, into: &all) }
    }

    /// What is none of these is some other file: `README.md`.
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY",
    ]
}

extension FixtureFolder {
    /// All files of fixtures, those of a folder before those of the folders in it.
    func allFiles() throws(FixtureProblem) -> [FixtureTree.ListedFile] {
        // A tree of its own, so that nobody waits for it.
        var tree = FixtureTree()
        var all: [FixtureTree.ListedFile] = []
        try tree.list(FixtureTree.Freshness(root: root, now: .now, trusted: .zero), into: &all)
        return all
    }

    func read(_ entry: FixtureSeries.Entry) throws(FixtureProblem) -> Fixture {
        try FixtureContents.read(entry, FixtureTree.Freshness(root: root, now: .now, trusted: .zero)).fixture
    }
}
