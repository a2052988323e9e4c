import Foundation
import Portico
import PorticoTesting
import Testing

/// A signal to end, while the program waits for something that does not come.
@Suite struct InterruptionTests {
    @Test(arguments: [["har", "list", "-"], ["send", "-d", "@-", "http://127.0.0.1:1"]])
    func `Ctrl-C ends a program whose standard input gives nothing`(arguments: [String]) async throws {
        let input = Pipe()
        let program = try RunningProgram(Program.path, arguments, input: input.fileHandleForReading)
        // More than a pipe holds: it goes in only where the program reads.
        await write(200_000, into: input.fileHandleForWriting)

        program.interrupt()

        let outcome = await program.end()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "")
        try input.fileHandleForWriting.close()
    }

    @Test func `SIGTERM ends a program that waits for an answer`() async throws {
        let server = try MockServer { _ in .status(204).held(until: Gate()) }
        let program = try RunningProgram(Program.path, ["send", server.baseURL.absoluteString])
        let request = try #require(await server.nextRequest())

        program.terminate()

        #expect(await program.end().code == 143)
        #expect(await server.connectionClosed(request.connection) == .byClient)
    }

    private func write(_ count: Int, into handle: FileHandle) async {
        await withCheckedContinuation { continuation in
            Thread {
                try? handle.write(contentsOf: Data(repeating: 0x20, count: count))
                continuation.resume()
            }.start()
        }
    }
}
