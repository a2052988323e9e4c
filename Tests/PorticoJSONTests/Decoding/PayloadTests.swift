import Foundation
import Portico
import Testing

@testable import PorticoJSON

/// Documents of the public benchmarks, read where they are; they are no part of this package.
@Suite(.enabled(if: !Payload.all.isEmpty, "needs the payloads of public benchmarks, in PORTICO_TESTDATA"))
struct PayloadTests {
    @Test(arguments: Payload.all)
    func `a large document is read as JSONDecoder reads it`(_ payload: Payload) throws {
        let data = try Data(contentsOf: payload.file)

        let value = try FastJSONDecoder().decode(JSONValue.self, from: data)

        let isSame = try value == JSONDecoder().decode(JSONValue.self, from: data)
        #expect(isSame)
    }

    /// With the document itself, twice and a half of it is the bound.
    @Test(arguments: Payload.all)
    func `the tape of a large document is not larger than that`(_ payload: Payload) throws {
        let document = try [UInt8](Data(contentsOf: payload.file))

        let words = try wordCount(of: document)

        #expect(words * 8 < document.count)
    }
}

struct Payload: Sendable, CustomTestStringConvertible {
    let file: URL

    var testDescription: String { file.lastPathComponent }

    static let all: [Payload] = {
        guard let data = ProcessInfo.processInfo.environment["PORTICO_TESTDATA"] else { return [] }
        let folder = URL(filePath: data).appending(path: "payloads")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { Payload(file: folder.appending(component: $0)) }
    }()
}
