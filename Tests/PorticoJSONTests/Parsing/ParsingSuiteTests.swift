import Foundation
import Testing

@testable import PorticoJSON

@Suite(.enabled(if: !ParsingCase.all.isEmpty, "needs the public parsing suite of JSON, in PORTICO_TESTDATA"))
struct ParsingSuiteTests {
    @Test(arguments: ParsingCase.all)
    func `what has to be accepted is, and what has to be refused`(_ testCase: ParsingCase) throws {
        let document = try [UInt8](testCase.document)

        let isAccepted = (try? wordCount(of: document)) != nil

        #expect(isAccepted == testCase.isAccepted)
    }

    @Test func `the suite is whole`() {
        #expect(ParsingCase.all.filter { $0.name.hasPrefix("y_") }.count >= 95)
        #expect(ParsingCase.all.filter { $0.name.hasPrefix("n_") }.count >= 188)
    }
}

/// How many words the tape of a document has.
func wordCount(of document: [UInt8], limits: JSONLimits = JSONLimits()) throws -> Int {
    try withTape(document, limits: limits) { $0.count }
}

func withTape<Result>(
    _ document: [UInt8], limits: JSONLimits = JSONLimits(), _ body: (Tape) throws -> Result
) throws -> Result {
    try document.withUnsafeBufferPointer { try Tape.read($0, limits: limits, body) }
}

func withTape<Result>(_ document: String, _ body: (Tape) throws -> Result) throws -> Result {
    try withTape(Array(document.utf8), body)
}
