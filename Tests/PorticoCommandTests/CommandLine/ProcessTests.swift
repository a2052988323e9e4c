import Testing

/// The program as a shell has it.
@Suite struct ProcessTests {
    @Test(arguments: [["--help"], ["help"], ["-h"]])
    func `help is data`(arguments: [String]) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("Usage: portico COMMAND"))
        #expect(outcome.errors == "")
    }

    @Test func `the version is data`() async throws {
        let outcome = try await Program.run("--version")
        #expect(outcome.code == 0)
        #expect(outcome.output.wholeMatch(of: /portico \d+\.\d+\.\d+\n/) != nil)
    }

    @Test func `wrong usage goes to standard error, with a code of its own`() async throws {
        let outcome = try await Program.run("nonsense")
        #expect(outcome.code == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors == "portico: there is no command nonsense\nSee 'portico --help'.\n")
    }

    @Test func `a program may end before it has read its input`() async throws {
        let outcome = try await Program.run("har", "list", input: String(repeating: " ", count: 1 << 20))
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("an argument is missing: FILE.har"))
    }

    @Test func `a reader that has gone ends the program without a word`() async throws {
        let outcome = try await Program.shell(#"{ "$portico" --help; echo "code $?" >&2; } | true"#)
        // The pipe's other end may still be there when the help is written.
        #expect(["code 141\n", "code 0\n"].contains(outcome.errors))
    }

    @Test func `an output that is closed is told, and goes into no other file`() async throws {
        let outcome = try await Program.shell(#""$portico" --version >&-; echo "code $?" >&2"#)
        #expect(outcome.errors == "portico: standard output cannot be written: Bad file descriptor\ncode 1\n")
    }
}
