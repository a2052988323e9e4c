import Foundation
import Testing

@testable import Portico

@Suite struct HTTPBodyTests {
    static let abc = Data("abc".utf8)

    static func all(_ body: HTTPBody, limit: Int = 1_000_000) async throws -> Data {
        try await body.chunks().collected(limit: limit)
    }

    static func stream(_ chunks: [String], length: Int64? = nil) -> HTTPBody {
        .stream(length: length) {
            HTTPChunks(
                AsyncStream { source in
                    for chunk in chunks { source.yield(Data(chunk.utf8)) }
                    source.finish()
                })
        }
    }

    static func file(_ content: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID())")
        try content.write(to: file)
        return file
    }

    @Test func `no body is not a body of no bytes`() async throws {
        #expect(HTTPBody.none.isNone && !HTTPBody.bytes(Data()).isNone)
        #expect(HTTPBody.none.length == 0 && HTTPBody.bytes(Data()).length == 0)
        #expect(HTTPBody.none.mediaType == nil && HTTPBody.none.data == Data())
        #expect(try await Self.all(.none) == Data())
        #expect(try await Self.all(.bytes(Data())) == Data())
    }

    @Test func `bytes and text know their length and type and are sent again`() async throws {
        let body = HTTPBody.text("héllo")
        #expect(body.length == 6 && body.isReplayable && body.mediaType?.description == "text/plain; charset=utf-8")
        #expect(body.data == Data("héllo".utf8))
        for _ in 0..<2 { #expect(try await Self.all(body) == Data("héllo".utf8)) }
        #expect(HTTPBody.bytes(Self.abc).mediaType == .octetStream)
    }

    @Test(arguments: [0, 1, 65535, 65536, 65537, 200_000])
    func `files are streamed in chunks of at most 64 KiB`(size: Int) async throws {
        let content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try Self.file(content)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = HTTPBody.file(file)

        #expect(body.length == Int64(size) && body.isReplayable && body.data == nil)
        for _ in 0..<2 {
            var sizes: [Int] = []
            var whole = Data()
            for try await chunk in try body.chunks() {
                sizes.append(chunk.count)
                whole += chunk
            }
            #expect(whole == content)
            #expect(sizes.allSatisfy { $0 > 0 && $0 <= 65536 })
        }
    }

    @Test func `files are streamed, memory does not grow with the file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sparse-\(UUID())")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 256 * 1024 * 1024)
        try handle.close()
        let body = HTTPBody.file(file)

        var (count, largest) = (0, 0)
        for try await chunk in try body.chunks() {
            count += chunk.count
            largest = max(largest, chunk.count)
        }
        #expect(count == 256 * 1024 * 1024 && largest == 65536)
    }

    @Test(arguments: ["/nowhere/file", "/"])
    func `a file that is not there, or is none, fails when it is read`(path: String) async throws {
        let body = HTTPBody.file(URL(fileURLWithPath: path))
        #expect(body.length == nil)
        await #expect { try await Self.all(body) } throws: { ($0 as? TransportError)?.kind == .bodyFailed }
    }

    @Test func `a named pipe is refused and does not block`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        await #expect { try await Self.all(.file(URL(fileURLWithPath: path))) } throws: {
            ($0 as? TransportError)?.kind == .bodyFailed
        }
    }

    @Test func `a URL of no file is refused`() async throws {
        let body = HTTPBody.file(try #require(URL(string: "https://h/x")))
        #expect(body.length == nil)
        await #expect { try await Self.all(body) } throws: { ($0 as? TransportError)?.kind == .bodyFailed }
    }

    @Test(arguments: [-100_000, -1, 1, 100_000])
    func `a file that changes its size while it is sent fails`(change: Int) async throws {
        let file = try Self.file(Data(count: 200_000))
        defer { try? FileManager.default.removeItem(at: file) }
        let body = HTTPBody.file(file)
        let length = try #require(body.length)
        var iterator = try body.chunks().makeAsyncIterator()

        var sent = try #require(try await iterator.next()).count
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(200_000 + change))
        try handle.close()

        var failure: TransportError?
        do throws(TransportError) {
            while let chunk = try await iterator.next() { sent += chunk.count }
        } catch {
            failure = error
        }
        #expect(failure?.kind == .bodyFailed)
        #expect(Int64(sent) <= length)
    }

    @Test func `a file that changed after its length was announced fails`() async throws {
        let file = try Self.file(Self.abc)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = HTTPBody.file(file)
        let announced = body.length
        try Data("abcde".utf8).write(to: file)

        await #expect { try await body.chunks(ofLength: announced).collected(limit: 10) } throws: {
            ($0 as? TransportError)?.description
                == "the request's body could not be read: the body goes beyond its length of 3 bytes"
        }
    }

    @Test func `a stream that can be made anew is sent again`() async throws {
        let body = Self.stream(["ab", "", "c"])
        #expect(body.isReplayable && body.length == nil && body.mediaType == .octetStream)
        for _ in 0..<2 { #expect(try await Self.all(body) == Self.abc) }
    }

    @Test func `a body that was consumed cannot be sent again`() async throws {
        let body = HTTPBody.stream(
            once: AsyncStream<Data> { source in
                source.yield(Self.abc)
                source.finish()
            })

        #expect(!body.isReplayable)
        #expect(try await Self.all(body) == Self.abc)
        #expect { try body.chunks() } throws: { ($0 as? TransportError)?.kind == .bodyConsumed }
        // A copy is the same body.
        let copy = body
        #expect { try copy.chunks() } throws: { ($0 as? TransportError)?.kind == .bodyConsumed }
    }

    @Test func `looking at a body does not consume it`() async throws {
        let body = HTTPBody.stream(once: AsyncStream<Data> { $0.finish() }, length: 0)
        _ = (body.length, body.isReplayable, body.isNone, body.data, body.mediaType)
        #expect(try await Self.all(body) == Data())
    }

    @Test(
        arguments: [
            ([], 0, nil), (["ab", "c"], 3, nil),
            (["ab"], 3, "the body ended after 2 of its 3 bytes"), ([], 1, "the body ended after 0 of its 1 bytes"),
            (["ab", "cd"], 3, "the body goes beyond its length of 3 bytes"),
            (["a"], 0, "the body goes beyond its length of 0 bytes"),
        ] as [([String], Int64, String?)])
    func `a stream of another length than promised fails`(chunks: [String], length: Int64, message: String?)
        async throws
    {
        var sent = 0
        var failure: TransportError?
        do throws(TransportError) {
            for try await chunk in try Self.stream(chunks, length: length).chunks() { sent += chunk.count }
        } catch {
            failure = error
        }
        #expect(failure?.message == message)
        #expect(failure == nil || failure?.kind == .bodyFailed)
        #expect(sent <= length)
    }

    @Test func `a limit on collected bytes is kept`() async throws {
        #expect(try await Self.stream(["ab", "c"]).chunks().collected(limit: 3) == Self.abc)
        await #expect { try await Self.stream(["ab", "c"]).chunks().collected(limit: 2) } throws: {
            ($0 as? TransportError)?.kind == .bodyTooLarge(limit: 2)
        }
        await #expect { try await HTTPResponse(status: 200, body: Self.abc).bytes(limit: 2) } throws: {
            ($0 as? TransportError)?.kind == .bodyTooLarge(limit: 2)
        }
    }

    /// A stream may be the answer of another call, whose failures are not this call's.
    @Test(
        arguments: [
            TransportError(.timedOut(.total)), TransportError(.connectionLost), TransportError(.bodyTooLarge(limit: 5)),
            TransportError(.cancelled), CancellationError(),
        ] as [any Error])
    func `whatever fails in a stream is the body's failure`(failure: any Error) async throws {
        let chunks = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: failure) }

        let error = await #expect(throws: TransportError.self) { try await Self.all(.stream(once: chunks)) }

        #expect(error?.kind == .bodyFailed)
        #expect(error?.underlying is TransportError)
    }

    @Test func `what is no file is named without its secrets`() async throws {
        let url = try #require(URL(string: "https://user:s3cret@h/x?token=s3cret"))

        let error = await #expect(throws: TransportError.self) { try await Self.all(.file(url)) }

        #expect(error?.message == "'https://<redacted>@h/x?token=<redacted>' is not the URL of a file")
    }
}
