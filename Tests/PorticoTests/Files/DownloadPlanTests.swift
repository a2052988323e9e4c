import Testing

@testable import Portico

@Suite struct DownloadPlanTests {
    static let point = ResumePoint(validator: "\"a\"", offset: 40, total: 100)

    static func head(_ status: HTTPStatus, _ fields: HTTPFields = [:]) -> ResponseHead {
        ResponseHead(status: status, fields: fields)
    }

    @Test(arguments: [
        (head(.ok, ["Content-Length": "100"]), DownloadPlan.write(total: 100)),
        (head(.ok, ["Content-Length": "0"]), .write(total: 0)),
        (head(.ok), .write(total: nil)),
        (head(.ok, ["Content-Length": "100", "Content-Encoding": "gzip"]), .write(total: nil)),
        (head(.ok, ["Content-Length": "100", "Content-Encoding": "identity"]), .write(total: 100)),
        (head(.ok, ["Content-Length": "-1"]), .write(total: nil)),
        (head(.ok, ["Content-Length": "1, 1"]), .write(total: nil)),
        (head(.created, ["Content-Length": "7"]), .write(total: 7)),
        (
            head(.partialContent, ["Content-Range": "bytes 0-9/100"]),
            .refuse("206 answers a request that asked for no range")
        ),
    ])
    func `an answer to a request for the whole is written, unless it is a part`(
        head: ResponseHead, plan: DownloadPlan
    ) {
        #expect(DownloadPlan(for: head, asked: nil) == plan)
    }

    @Test(arguments: [
        head(.partialContent, ["Content-Range": "bytes 40-99/100"]),
        head(.partialContent, ["Content-Range": "bytes 40-99/*"]),
        head(.partialContent, ["Content-Range": "bytes 40-99/100", "ETag": "\"a\"", "Content-Length": "60"]),
    ])
    func `the rest is appended`(head: ResponseHead) {
        #expect(DownloadPlan(for: head, asked: Self.point) == .append(Self.point))
    }

    @Test(arguments: [
        head(.partialContent),
        head(.partialContent, ["Content-Range": "bytes 0-99/100"]),
        head(.partialContent, ["Content-Range": "bytes 41-99/100"]),
        head(.partialContent, ["Content-Range": "bytes 40-98/100"]),
        head(.partialContent, ["Content-Range": "bytes 40-100/101"]),
        head(.partialContent, ["Content-Range": "bytes 40-99/101"]),
        head(.partialContent, ["Content-Range": "bytes */100"]),
        head(.partialContent, ["Content-Range": "nonsense"]),
        head(.partialContent, ["Content-Range": "bytes 40-99/100", "ETag": "\"b\""]),
        head(.partialContent, ["Content-Range": "bytes 40-99/100", "ETag": "W/\"a\""]),
        head(.partialContent, ["Content-Range": "bytes 40-99/100", "Content-Length": "59"]),
        head(.partialContent, ["Content-Range": "bytes 40-99/100", "Content-Encoding": "gzip"]),
        head(.partialContent, ["Content-Type": "multipart/byteranges; boundary=x"]),
        head(.rangeNotSatisfiable),
        head(.rangeNotSatisfiable, ["Content-Range": "bytes */40"]),
    ])
    func `what does not go on exactly where the part ends starts over`(head: ResponseHead) {
        #expect(DownloadPlan(for: head, asked: Self.point) == .startOver)
    }

    @Test func `the whole where the rest was asked for is written from the beginning`() {
        let plan = DownloadPlan(for: Self.head(.ok, ["Content-Length": "120"]), asked: Self.point)

        #expect(plan == .write(total: 120))
    }

    @Test func `a tag is not compared with a date`() {
        var point = Self.point
        point.validator = "Sun, 06 Nov 1994 08:49:37 GMT"
        let head = Self.head(.partialContent, ["Content-Range": "bytes 40-99/100", "ETag": "\"a\""])

        #expect(DownloadPlan(for: head, asked: point) == .append(point))
    }
}
