import Foundation
import Testing

/// What the compiler says of a declaration that cannot be: one sentence that tells what to write.
///
/// Needs a compiler and the modules beside the tests' own program, as `swift test` has them.
@Suite(.enabled(if: Compiler.isThere, "no Swift compiler, or no modules beside the tests")) struct CompilerMessageTests
{
    static let declarations: [(String, [String])] = [
        ("struct A: Endpoint { static let route: Route = \"GET /x\"; @Query(\"n\") var a: Int }", [unnamed]),
        ("struct A: Endpoint { static let route: Route = \"GET /x\"; @Header(\"n\") var a: Int? }", [unnamed]),
        ("struct A: Endpoint { static let route: Route = \"POST /x\"; @Field(\"n\") var a: String }", [unnamed]),
        ("struct A: Endpoint { static let route: Route = \"POST /x\"; @Part(\"n\") var a: String }", [unnamed]),
        (
            "struct A: Endpoint { static let route: Route = \"GET /x\"; @Query(style: .inherited) var a: Int }",
            [unstyled]
        ),
        (
            "struct A: Endpoint { static let route: Route = \"GET /x\"; @Header(\"n\", style: .inherited) var a: Int }",
            [unstyled]
        ),
        (
            "struct A: Endpoint { static let route: Route = \"POST /x\"; @Field(style: .inherited) var a: Int }",
            [unstyled]
        ),
        (
            "struct A: Endpoint { static let route: Route = \"POST /x\"; @Part(style: .inherited) var a: Int }",
            [unstyled]
        ),
        (
            "struct A: Endpoint { static let route: Route = \"GET /x\"; typealias Response = Opaque }",
            [
                "type 'A' does not conform to protocol 'Endpoint'",
                "unavailable static property 'mapping' was used to satisfy a requirement of protocol 'Endpoint': "
                    + "Response must be Void, or a nonisolated Decodable or ResponseConvertible; else declare a mapping",
            ]
        ),
        (
            "struct A: Endpoint { static let route: Route = \"GET /x\"; typealias Failure = Opaque }",
            [
                "type 'A' does not conform to protocol 'Endpoint'",
                "unavailable static property 'failureMapping' was used to satisfy a requirement of protocol 'Endpoint': "
                    + "Failure must be a nonisolated Decodable or ResponseConvertible; else declare a failureMapping",
            ]
        ),
        (
            "let text = \"GET /x\"; struct A: Endpoint { static let route = Route(stringLiteral: text) }",
            ["cannot convert value of type 'String' to expected argument type 'StaticString'"]
        ),
        (
            """
            struct A: Endpoint {
                static let route: Route = "GET /{id}"
                var id: Int
                @Query("n") var a: Int? = nil
                @Query("m", style: .inherited) var e: Int? = nil
                @Query(style: .inherited) var f = [1]
                @Header var b: String?
                @Field var c = 1
                @Query var d: Int
            }
            let all = [A(id: 1, d: 2), A(id: 1, a: 2, e: 5, f: [6], b: "b", c: 3, d: 4)]
            """, []
        ),
    ]

    private static let unnamed =
        "'init(_:)' is unavailable: give the property a default, such as '= nil', or rename a required one in CodingKeys"

    private static let unstyled =
        "'init(_:style:)' is unavailable: give the property a default, such as '= nil' or '= []'"

    @Test(arguments: declarations)
    func `a declaration that cannot be is answered with what to write`(declaration: String, expected: [String]) throws {
        let source = "import Portico\nstruct Opaque: Sendable {}\n\(declaration)\n"
        #expect(try Compiler.errors(in: source) == expected)
    }
}

private enum Compiler {
    /// The modules that the tests were built with lie beside their program.
    static var modules: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("Modules").path
    }

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: "\(modules)/Portico.swiftmodule")
            && (try? output(of: "command -v swiftc"))?.isEmpty == false
    }

    /// The errors of a source, each once, without where they are.
    static func errors(in source: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString).swift")
        try Data(source.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = "swiftc -typecheck -swift-version 6 -diagnostic-style llvm -I '\(modules)' '\(file.path)' 2>&1"
        let prefix = "\(file.path):"
        return try output(of: command).split(separator: "\n").filter { $0.hasPrefix(prefix) }.compactMap { line in
            line.range(of: ": error: ").map { String(line[$0.upperBound...]) }
        }
    }

    // Not Foundation's `Process`, which crashes now and then in a program of hundreds of threads.
    private static func output(of command: String) throws -> String {
        let output = try #require(popen(command, "r"))
        defer { pclose(output) }
        var bytes: [UInt8] = []
        while case let byte = getc(output), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
