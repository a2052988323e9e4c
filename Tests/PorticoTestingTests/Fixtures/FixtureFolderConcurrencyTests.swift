import Foundation
import Portico
import PorticoTesting
import Testing

@Suite struct FixtureFolderConcurrencyTests {
    @Test func `each place of a sequence answers one of many callers`() async throws {
        var names: [String: String] = [:]
        for place in 1...20 { names["GET.\(place).json"] = "\(place)" }
        let files = try FixtureFiles(names)
        let folder = try FixtureFolder(files.url)

        let bodies = try await withThrowingTaskGroup(of: String.self, returning: [String].self) { group in
            for _ in 0..<100 {
                group.addTask { String(decoding: try folder.fixture(for: .get, "/").body, as: UTF8.self) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        for place in 1..<20 { #expect(bodies.count { $0 == "\(place)" } == 1) }
        #expect(bodies.count { $0 == "20" } == 81)
    }

    @Test func `a file that changes under its readers is read as it was or as it is`() async throws {
        let files = try FixtureFiles(["a/{id}/GET.json": "[0]"])
        let transport = try FixtureTransport(files.url)
        let file = files.url.appending(path: "a/{id}/GET.json")

        let bodies = try await withThrowingTaskGroup(of: [String].self, returning: [[String]].self) { group in
            for reader in 0..<8 {
                group.addTask {
                    var bodies: [String] = []
                    let request = HTTPRequest(scheme: "https", authority: "h", path: "/a/\(reader)")
                    for _ in 0..<50 {
                        let response = try await transport.send(request, TransportOptions())
                        bodies.append(String(decoding: response.data ?? Data(), as: UTF8.self))
                    }
                    return bodies
                }
            }
            group.addTask {
                for number in 1...20 { try Data("[\(number)]".utf8).write(to: file, options: .atomic) }
                return []
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        let possible = Set((0...20).map { "[\($0)]" })
        #expect(bodies.allSatisfy { possible.isSuperset(of: $0) })
        let last = try await transport.send(
            HTTPRequest(scheme: "https", authority: "h", path: "/a/1"), TransportOptions())
        #expect(last.data == Data("[20]".utf8))
    }
}
