import Portico

/// The files of a folder that answer the same requests: one, or several with a place in a sequence.
struct FixtureSeries: Sendable {
    /// A file with its sidecar, or one of the two.
    struct Entry: Sendable {
        /// What the file's name says; the sidecar's where it is alone.
        let name: FixtureName
        /// From the folder of all fixtures on.
        var file: String?
        var sidecar: String?

        var path: String { file ?? sidecar ?? "" }
    }

    let query: [FixtureName.Item]
    let scenario: String?
    /// In the order in which they answer; the last one answers all further requests.
    let entries: [Entry]

    /// What tells the series of all folders apart.
    var id: String { entries.first?.path ?? "" }

    private var valueCount: Int { query.count { $0.value != nil } }

    func matches(_ target: FixtureTarget) -> Bool { query.allSatisfy(target.has) }

    /// The series of a folder by method, those that ask for more of the query before the others.
    static func all(in folder: String, files: [String]) -> [String: [FixtureSeries]] {
        var entries: [FixtureName: Entry] = [:]
        for file in files.sorted() {
            guard let name = FixtureName(file) else { continue }
            // Of several files for one place that without a status is the one, or the first by name.
            let key = name.key
            var entry = entries[key] ?? Entry(name: name)
            if name.fileExtension == nil {
                entry.sidecar = folder + file
            } else if entry.file == nil || entry.name.status != nil && name.status == nil {
                entry = Entry(name: name, file: folder + file, sidecar: entry.sidecar)
            }
            entries[key] = entry
        }
        var series: [FixtureName: [Entry]] = [:]
        for (key, entry) in entries {
            var key = key
            key.place = nil
            series[key, default: []].append(entry)
        }
        var all: [String: [FixtureSeries]] = [:]
        for (key, entries) in series {
            let ordered = entries.sorted { ($0.name.place ?? .max) < ($1.name.place ?? .max) }
            all[key.method, default: []].append(
                FixtureSeries(query: key.query, scenario: key.scenario, entries: ordered))
        }
        return all.mapValues { $0.sorted(by: isBefore) }
    }

    private static func isBefore(_ left: FixtureSeries, _ right: FixtureSeries) -> Bool {
        if left.query.count != right.query.count { return left.query.count > right.query.count }
        if left.valueCount != right.valueCount { return left.valueCount > right.valueCount }
        return left.id < right.id
    }
}

extension FixtureName {
    /// What says which requests a file answers, and when.
    var key: FixtureName {
        FixtureName(method, query: query, scenario: scenario, place: place, fileExtension: nil)
    }
}
