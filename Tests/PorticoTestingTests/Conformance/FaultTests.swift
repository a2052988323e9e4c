import Foundation
import Portico
import PorticoCurl
import PorticoTesting
import Synchronization
import Testing

/// A transport with one fault fails the cases that are about it.
@Suite(.serialized) struct FaultTests {
    struct Fault: Sendable, CustomStringConvertible {
        let description: String
        let transport: any Transport
        let cases: [String]

        init(_ description: String, _ transport: any Transport, _ cases: String...) {
            self.description = description
            self.transport = transport
            self.cases = cases
        }
    }

    @Test(arguments: faults + timeFaults + framingFaults)
    func `a fault is found`(_ fault: Fault) async throws {
        for name in fault.cases {
            let example = try #require(TransportConformance.allCases.first { $0.name == name }, "no case '\(name)'")

            await #expect(throws: ConformanceFailure.self, "\(name)") {
                try await example.run(on: fault.transport, limit: .seconds(3))
            }
        }
    }

    static let faults: [Fault] = [
        Fault(
            "it unescapes the target",
            FaultyTransport.sending { request, _ in request.path = request.path.removingPercentEncoding ?? "/" },
            "a target goes out byte for byte"),
        Fault(
            "it names itself", FaultyTransport.sending { request, _ in request.fields.append(.userAgent, "Faulty/1") },
            "a request says nothing that it was not told to say"),
        Fault(
            "it does not say what the body is", FaultyTransport.sending { request, _ in request.body.mediaType = nil },
            "a body is framed once: by its length where that is known"),
        Fault(
            "its own media type wins",
            FaultyTransport.sending { request, _ in request.fields[.contentType] = request.body.mediaType?.description
            },
            "the caller's media type wins, and one goes out"),
        Fault(
            "it asks for an encoding that it does not undo",
            FaultyTransport.sending { request, _ in request.fields[.acceptEncoding] = "gzip, compress" },
            "Accept-Encoding names exactly the encodings that are undone"),
        Fault(
            "it joins the lines of a field",
            FaultyTransport.answering { response, _ in
                for name in Set(response.fields.map(\.name)) { response.fields[name] = response.fields[name] }
            },
            "repeated lines of a field stay several, in order"),
        Fault(
            "it joins cookies",
            FaultyTransport.answering { response, _ in
                let cookies = response.fields.values(of: .setCookie)
                if !cookies.isEmpty { response.fields[.setCookie] = cookies.joined(separator: ", ") }
            },
            "several cookies are never joined"),
        Fault(
            "it sorts fields",
            FaultyTransport.answering { response, _ in
                response.fields = response.fields.sorted { $0.name.rawName < $1.name.rawName }
                    .reduce(into: HTTPFields()) { $0.append($1.name, $1.value) }
            },
            "fields keep their order"),
        Fault(
            "it takes errors of the server for its own",
            FaultyTransport.answering { response, _ throws(TransportError) in
                if response.status.kind == .serverError { throw TransportError(.other) }
            },
            "any status is an answer"),
        Fault(
            "it still speaks of an encoding that it has undone",
            FaultyTransport.answering { response, _ in
                if response.fields[.contentType] == "application/json" { response.fields[.contentEncoding] = "gzip" }
            },
            "gzip is undone where it is declared, and left as it is where not"),
        Fault(
            "it forgets the encoding where there is no body",
            FaultyTransport.answering { response, _ in response.fields[.contentEncoding] = nil },
            "an answer to HEAD, a 204 and a 304 have no body, and what they say of one stays"),
        Fault(
            "it follows redirects",
            FaultyTransport.resending { request, result in
                guard let location = try? result.get().fields[.location], location.hasPrefix("/") else { return nil }
                var next = request
                next.path = location
                return next
            },
            "a redirect is the answer, its location as it came"),
        Fault(
            "it answers challenges",
            FaultyTransport.resending { request, result in
                guard (try? result.get().status) == .unauthorized else { return nil }
                var next = request
                next.fields[.authorization] = "Basic eDp5"
                return next
            },
            "a 401 is an answer like any other, whatever it challenges with"),
        Fault(
            "it sends again what was lost",
            FaultyTransport.resending { request, result in
                if case .failure(let error) = result, error.kind == .connectionLost { request } else { nil }
            },
            "a request that must not be sent twice is not, on a kept connection that is dead"),
        Fault(
            "it keeps cookies",
            {
                let jar = CookieJar()
                return FaultyTransport { request, options, base throws(TransportError) in
                    var request = request
                    if let cookie = jar.cookie { request.fields[.cookie] = cookie }
                    let response = try await base.send(request, options)
                    jar.keep(response.fields[.setCookie])
                    return response
                }
            }(), "nothing is kept from one exchange for the next"),
    ]

    static let timeFaults: [Fault] = [
        Fault(
            "it goes by a clock of its own",
            FaultyTransport.sending { _, options in options.clock = ContinuousClock() },
            "a deadline that has not come yet ends nothing"),
        Fault(
            "it has no deadline", FaultyTransport.sending { _, options in options.timeout = nil },
            "a deadline goes by the call's clock, and is no cancellation",
            "a deadline below a second, or one that is over, works"),
        Fault(
            "it has whole seconds only",
            FaultyTransport.sending { _, options in options.timeout = options.timeout.map { _ in .seconds(1) } },
            "a deadline goes by the call's clock, and is no cancellation"),
        Fault(
            "it takes a deadline for a cancellation",
            FaultyTransport { request, options, base throws(TransportError) in
                do throws(TransportError) { return try await base.send(request, options) } catch {
                    throw error.kind == .timedOut(.attempt) ? TransportError(.cancelled) : error
                }
            },
            "a deadline goes by the call's clock, and is no cancellation"),
        Fault(
            "its caller waits for the end of a cancelled exchange", FaultyTransport.uncancellable(leavesAtOnce: false),
            "a caller that is cancelled while the answer is held leaves at once"),
        Fault(
            "it goes on with a cancelled exchange", FaultyTransport.uncancellable(leavesAtOnce: true),
            "a task that is cancelled before the call sends nothing",
            "the peer sees a caller leave who is cancelled while the answer is held",
            "an upload whose caller is cancelled is broken off"),
        Fault(
            "it reads ahead of its reader", FaultyTransport.greedy, "a slow reader slows the peer down",
            "a reader who does not read holds the peer up, and gets everything in the end",
            "the peer sees a caller leave who drops the chunks"),
        Fault(
            "it knows no limit", FaultyTransport.sending { _, options in options.bodyLimit = .max },
            "a whole body ends at its limit, announced or not",
            "a gzip bomb ends at the limit, which counts decoded bytes"),
        Fault(
            "it takes what came for the whole",
            FaultyTransport { request, options, base throws(TransportError) in
                do throws(TransportError) { return try await base.send(request, options) } catch {
                    guard error.kind == .bodyTruncated else { throw error }
                    return HTTPResponse(status: .ok, body: Data("he".utf8))
                }
            },
            "a body that ends before its announced end is no short success", "half a chunk is a truncated body",
            "a zstd body that ends early is an error and no hang"),
        Fault(
            "it streams only when all is there",
            FaultyTransport { request, options, base throws(TransportError) in
                let response = try await base.send(request, options)
                guard case .chunks(let chunks) = response.body else { return response }
                let data = try await chunks.collected(limit: .max)
                return HTTPResponse(head: response.head, body: .chunks(HTTPChunks([data].stream)))
            },
            "a streamed answer is there when its head is, and chunks follow as they come"),
        Fault(
            "its progress goes back",
            FaultyTransport.sending { _, options in
                guard let onProgress = options.onProgress else { return }
                options.onProgress = { step in
                    onProgress(step)
                    onProgress(TransferProgress(direction: step.direction, completed: 0, expected: step.expected))
                }
            },
            "an upload's progress rises to the whole and never goes beyond",
            "a download's progress rises to the announced length"),
        Fault(
            "it tells no progress", FaultyTransport.sending { _, options in options.onProgress = nil },
            "an upload's progress rises to the whole and never goes beyond",
            "progress has no fraction where no length was announced"),
        Fault(
            "it reads a body once more before it sends it",
            FaultyTransport { request, options, base throws(TransportError) in
                let body = try await request.body.chunks().collected(limit: .max)
                var request = request
                if !request.body.isReplayable { request.body = .bytes(body) }
                return try await base.send(request, options)
            },
            "the deadline passes while the request's body is made"),
    ]

    static let framingFaults: [Fault] = [
        Fault(
            "it says how long no body is",
            HandwrittenTransport.framing { _, body in ["Content-Length: \(body.count)"] },
            "without a body only POST, PUT and PATCH say so"),
        Fault(
            "it says nothing of an empty POST",
            HandwrittenTransport.framing { _, body in body.isEmpty ? [] : ["Content-Length: \(body.count)"] },
            "without a body only POST, PUT and PATCH say so",
            "a body of no bytes has a length of 0 and its media type"),
        Fault(
            "it frames a body twice",
            HandwrittenTransport.framing { _, body in
                ["Content-Length: \(body.count)", "Content-Length: \(body.count)"]
            },
            "a body is framed once: by its length where that is known"),
        Fault(
            "it counts where it should send chunks",
            HandwrittenTransport.framing { _, body in ["Content-Length: \(body.count)"] },
            "a body of unknown length goes out in chunks"),
        Fault(
            "it reads no framing", HandwrittenTransport.framing { _, body in ["Content-Length: \(body.count)"] },
            "chunks are joined, and extensions of their sizes are nothing", "interim answers are skipped",
            "a negative length is malformed", "two lengths that differ are malformed",
            "an answer of HTTP/0.9 is malformed",
            "bytes after a whole body are no part of the next answer", "trailers are skipped"),
    ]
}

private final class CookieJar: Sendable {
    private let kept = Mutex<String?>(nil)
    var cookie: String? { kept.withLock { $0 } }
    func keep(_ cookie: String?) { kept.withLock { $0 = cookie ?? $0 } }
}

extension [Data] {
    fileprivate var stream: AsyncStream<Data> {
        AsyncStream { continuation in
            for data in self { continuation.yield(data) }
            continuation.finish()
        }
    }
}
