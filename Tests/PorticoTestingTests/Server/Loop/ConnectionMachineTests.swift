import Foundation
import Portico
import Testing

@testable import PorticoTesting

/// What a connection does, event by event, with no socket.
@Suite struct ConnectionMachineTests {
    private var machine = ConnectionMachine(bodyLimit: 10)

    /// An action as a word with what it carries.
    private mutating func next() -> String {
        switch machine.next() {
        case .receive: "receive"
        case .send(let bytes): "send \(String(decoding: bytes, as: UTF8.self))"
        case .answer(let request): "answer \(request.target)"
        case .hold: "hold"
        case .pause(let duration): "pause \(duration)"
        case .pull: "pull"
        case .finishSending: "finish sending"
        case .linger(let duration): "linger \(duration)"
        case .wait(let forInput): forInput ? "wait" : "wait for the end"
        case .waitForAnswer: "wait for the answer"
        case .end(let end, let closing): "end \(end) \(closing)"
        }
    }

    private mutating func ask(_ target: String = "/") {
        machine.received("GET \(target) HTTP/1.1\r\n\r\n".utf8)
    }

    private mutating func answer(_ answer: MockAnswer) { machine.answered(MessageScript(answer, to: nil)) }

    @Test mutating func `requests are read and answered one by one, though they come together`() {
        #expect(next() == "receive")
        ask("/1")
        ask("/2")
        #expect(next() == "answer /1")
        #expect(next() == "wait for the answer")
        answer(.raw("one"))
        #expect(next() == "send one")
        machine.sent(2)
        #expect(next() == "send e")
        machine.sent(1)
        #expect(next() == "answer /2")
        answer(.raw("two").closing())
        #expect(next() == "send two")
        machine.sent(3)
        #expect(next() == "end byServer orderly")
        #expect(next() == "end byServer orderly")
    }

    @Test mutating func `leave to continue is given before the body is received`() {
        machine.received("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)
        #expect(next() == "send HTTP/1.1 100 Continue\r\n\r\n")
        machine.sent(25)
        #expect(next() == "receive")
        machine.received("x".utf8)
        #expect(next() == "answer /")
    }

    @Test mutating func `a gate and a pause are waited for, each once`() {
        ask()
        _ = next()
        answer(.raw("ab").held(until: Gate()).delayed(by: .seconds(5), at: .byte(1)))
        #expect(next() == "hold")
        #expect(next() == "wait")
        machine.resumed()
        #expect(next() == "send a")
        machine.sent(1)
        #expect(next() == "pause 5.0 seconds")
        #expect(next() == "wait")
        machine.resumed()
        #expect(next() == "send b")
        machine.sent(1)
        #expect(next() == "receive")
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    mutating func `a pause of no time is none`(pause: Duration) {
        ask()
        _ = next()
        answer(.raw("a").delayed(by: pause))
        #expect(next() == "send a")
    }

    @Test mutating func `input that comes while an answer waits is bounded`() {
        ask()
        _ = next()
        answer(.raw("a").held(until: Gate()))
        _ = next()
        machine.received(repeatElement(UInt8(ascii: "\n"), count: (1 << 20) - 1))
        #expect(next() == "wait")
        machine.received([0x0A])
        #expect(next() == "wait for the end")
        machine.inputEnded()
        #expect(next() == "end byClient plain")
    }

    @Test mutating func `a client that ends its side is answered, unless the answer waits`() {
        ask()
        _ = next()
        machine.inputEnded()
        answer(.raw("a"))
        #expect(next() == "send a")
        machine.inputEnded()
        machine.sent(1)
        #expect(next() == "receive")
        machine.inputEnded()
        #expect(next() == "end byClient plain")
    }

    @Test mutating func `a client that is gone ends it, and what comes late changes nothing`() {
        ask()
        _ = next()
        answer(.raw("a"))
        _ = next()
        machine.sendFailed()
        answer(.raw("b"))
        machine.resumed()
        machine.sent(1)
        machine.inputEnded()
        machine.received("GET".utf8)
        #expect(next() == "end byClient plain")
    }

    @Test mutating func `a reset ends it as one`() {
        ask()
        _ = next()
        answer(.raw("abc").reset(at: .byte(1)))
        #expect(next() == "send a")
        machine.sent(1)
        #expect(next() == "end byServer reset")
    }

    @Test(arguments: [(0, "quiet"), (1, "input"), (2, "end")])
    mutating func `bytes that are no request are refused, and the client has time to read that`(
        end: Int, name: String
    ) {
        machine.received("nonsense\r\n\r\n".utf8)
        let refusal = next()
        #expect(refusal.hasPrefix("send HTTP/1.1 400 Bad Request\r\n"))
        machine.sent(refusal.utf8.count - 5)
        #expect(next() == "finish sending")
        #expect(next() == "linger 0.25 seconds")
        machine.received([1, 2, 3])
        #expect(next() == "linger 0.25 seconds")
        switch end {
        case 0: machine.resumed()
        case 1: machine.received(repeatElement(0, count: 1 << 20))
        default: machine.inputEnded()
        }
        #expect(next() == "end byServer plain")
    }

    @Test mutating func `an end within a request is refused, and one between requests is none`() {
        machine.received("GET / HT".utf8)
        #expect(next() == "receive")
        machine.inputEnded()
        #expect(next().hasSuffix("the connection ended within a request\n"))

        machine = ConnectionMachine(bodyLimit: 10)
        machine.inputEnded()
        #expect(next() == "end byClient plain")
    }

    @Test(arguments: [1, 2, 5, 7, 65_536, 65_537])
    mutating func `a piece that repeats is sent whole, however little goes out at a time`(step: Int) {
        ask()
        _ = next()
        answer(.repeating(Data("abc".utf8), times: 50_000).cut(at: .body(140_000)))
        var body: [UInt8] = []
        while case .send(let bytes) = machine.next() {
            let count = min(bytes.count, body.count < 100 ? step : 65_536)
            body += bytes.prefix(count)
            machine.sent(count)
        }
        let text = String(decoding: body, as: UTF8.self)
        let expected = String(String(repeating: "abc", count: 50_000).prefix(140_000))
        #expect(text.hasSuffix("\r\n\r\n\(expected)"))
    }

    private mutating func answerStream(_ fields: HTTPFields = [:]) {
        let chunks = HTTPChunks(AsyncStream { $0.finish() })
        answer(.response(HTTPResponse(head: ResponseHead(status: 200, fields: fields), body: .chunks(chunks))))
        guard case .send(let head) = machine.next() else { return }
        machine.sent(head.count)
    }

    @Test mutating func `a streamed body is asked for, piece by piece`() {
        ask()
        _ = next()
        answerStream()
        #expect(next() == "pull")
        #expect(next() == "wait")
        machine.pulled(.bytes(Data("abc".utf8)))
        #expect(next() == "send 3\r\nabc\r\n")
        machine.sent(4)
        #expect(next() == "send bc\r\n")
        machine.sent(4)
        #expect(next() == "pull")
        machine.pulled(.end)
        #expect(next() == "send 0\r\n\r\n")
    }

    @Test mutating func `a streamed body that breaks off ends the connection`() {
        ask()
        _ = next()
        answerStream(["Content-Length": "3"])
        #expect(next() == "pull")
        machine.pulled(.failure)
        #expect(next() == "end byServer orderly")
    }

    @Test mutating func `a client that leaves is not sent the rest of a streamed body`() {
        ask()
        _ = next()
        answerStream()
        #expect(next() == "pull")
        machine.inputEnded()
        machine.pulled(.bytes(Data([1])))
        #expect(next() == "end byClient plain")
    }

    @Test mutating func `an answer that nobody waits for ends the connection`() {
        machine.abandoned()
        ask()
        #expect(next() == "answer /")
        machine.abandoned()
        answer(.raw("late"))
        #expect(next() == "end byClient plain")
    }
}
