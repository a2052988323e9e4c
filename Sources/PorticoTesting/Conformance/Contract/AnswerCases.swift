#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let answers: [ConformanceCase] = [
        .contract("any status is an answer") { subject in
            for code in [200, 201, 299, 300, 400, 404, 418, 500, 503, 599, 999] {
                let bench = try subject.bench(.text("words", status: HTTPStatus(code)))
                let response = try await bench.send()
                try expect(response.status.code, is: code, "the status")
                try expect(response.data, is: Data("words".utf8), "the body of a \(code)")
            }
        },
        .contract("a redirect is the answer, its location as it came") { subject in
            let locations = ["/next%2Fone", "https://elsewhere.invalid/?a=b", "relative", "//host/x", "?q=1"]
            for (code, location) in zip([301, 302, 303, 307, 308], locations) {
                let bench = try subject.bench(.text("moved", status: HTTPStatus(code), fields: [.location: location]))
                let response = try await bench.send(.post, "/a", body: .text("body"))
                try expect(response.status.code, is: code, "the status")
                try expect(response.fields[.location], is: location, "the location of a \(code)")
                try expect(response.data, is: Data("moved".utf8), "the body of a \(code)")
                try expect(bench.peer.requestCount, is: 1, "the number of requests after a \(code)")
            }
        },
        .contract("a redirect without a location is the answer itself") { subject in
            let response = try await subject.bench(.status(302, fields: ["X-Why": "none"])).send()
            try expect(response.status, is: .found, "the status")
            try expect(response.fields["X-Why"], is: "none", "a field of it")
        },
        .contract("the body of a redirect without a location arrives", needs: [.redirectBodies]) { subject in
            let response = try await subject.bench(.text("moved", status: 302)).send()
            try expect(response.data, is: Data("moved".utf8), "the body")
        },
        .contract("a 401 is an answer like any other, whatever it challenges with") { subject in
            for challenge in [
                "Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"n\", qop=\"auth\"", "Negotiate", "",
                "Basic", "Basic realm=", "Bearer error=\"invalid_token\", Basic realm=\"x\"",
            ] {
                let bench = try subject.bench(
                    .text("who?", status: .unauthorized, fields: [.wwwAuthenticate: challenge]))
                for _ in 0..<2 {
                    let response = try await bench.send(.post, body: .text("x"))
                    try expect(response.status, is: .unauthorized, "the status")
                    try expect(response.fields[.wwwAuthenticate], is: challenge, "the challenge")
                    try expect(response.data, is: Data("who?".utf8), "the body")
                }
                try expect(bench.peer.requestCount, is: 2, "the number of requests after '\(challenge)'")
            }
        },
        .contract("an answer to HEAD, a 204 and a 304 have no body, and what they say of one stays") { subject in
            let fields: HTTPFields = [.contentEncoding: "gzip", .eTag: "\"1\""]
            for (method, status) in [(HTTPMethod.head, HTTPStatus.ok), (.get, .noContent), (.get, .notModified)] {
                for delivery in TransportOptions.Delivery.both {
                    let bench = try subject.bench(.status(status, fields: fields))
                    let response = try await bench.send(method, TransportOptions(delivery: delivery))
                    try expect(response.status, is: status, "the status")
                    try expect(try await response.bytes(limit: 10), is: Data(), "the body of \(method) \(status)")
                    try expect(response.fields[.contentEncoding], is: "gzip", "the encoding of \(method) \(status)")
                }
            }
        },
        .contract("repeated lines of a field stay several, in order", needs: [.repeatedFieldLines]) { subject in
            let response = try await subject.bench(.status(200, fields: repeatedFields)).send()
            try expect(response.fields.values(of: .setCookie), is: repeatedFields.values(of: .setCookie), "the cookies")
            try expect(response.fields.values(of: "X-Tag"), is: ["one", "two"], "the lines of X-Tag")
        },
        .contract("several cookies are never joined") { subject in
            let response = try await subject.bench(.status(200, fields: repeatedFields)).send()
            try expect(response.fields.values(of: .setCookie), is: repeatedFields.values(of: .setCookie), "the cookies")
        },
        .contract("fields keep their order", needs: [.fieldOrder]) { subject in
            let fields: HTTPFields = ["X-Z": "1", "X-A": "2", "X-M": "3"]
            let bench = try subject.bench(.status(200, fields: fields))
            let response = try await bench.send(fields: fields)
            let request = try await bench.delivered(1)
            let names = fields.map(\.name)
            try expect(response.fields.map(\.name).filter(names.contains), is: names, "the answer's fields")
            try expect(request.fields.map(\.name).filter(names.contains), is: names, "the request's fields")
        },
        .contract("nothing is kept from one exchange for the next") { subject in
            let kept: HTTPFields = ["Set-Cookie": "a=1; Path=/", "ETag": "\"1\"", "Cache-Control": "max-age=60"]
            let bench = try subject.bench(.text("fresh", fields: kept))
            for _ in 0..<2 { _ = try await bench.send(fields: ["Authorization": "Basic eDp5"]) }
            _ = try await bench.send()
            let second = try await bench.delivered(2)
            let third = try await bench.delivered(3)
            for name in [HTTPField.Name.cookie, .ifNoneMatch, .ifModifiedSince] {
                try expect(second.fields[name], is: nil, "\(name) of the second request")
            }
            try expect(third.fields[.authorization], is: nil, "Authorization of the third request")
            try expect(third.fields[.cookie], is: nil, "Cookie of the third request")
        },
    ]

    private static let repeatedFields: HTTPFields = [
        "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "Set-Cookie": "b=2; Path=/", "X-Tag": "one",
        "X-Tag": "two",
    ]
}

extension ConformanceBench {
    func send(_ method: HTTPMethod, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        try await send(method, "/", options)
    }
}
