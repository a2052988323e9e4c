#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

extension ConformanceCase {
    static let requestsOnTheWire: [ConformanceCase] = [
        .wire("a target goes out byte for byte") { transport in
            for path in [
                "/a%2Fb", "/5%2F7?x=%2f&y=a%2Bb", "/a//b/", "/a;b=c,d:e@f!$&'()*", "/?", "/?a?b/c", "/%41%7e~",
                "/x?sig=a%2Fb%3D%3D&e=", "/%F0%9F%98%80", "/?q=a+b%20c", "/...", "/a/..b/.c",
            ] {
                let request = try await ConformanceBench(transport).sent(.get, path)
                try expect(request.target, is: path, "the target")
            }
        },
        .wire("a target that other stacks would change goes out byte for byte", needs: [.exactTargets]) { transport in
            for path in ["/a/../b/./c/.", "/a|b\"[x]", "/%zz?a[]=1", "//x", "/a\\b", "/{a}^`"] {
                let request = try await ConformanceBench(transport).sent(.get, path)
                try expect(request.target, is: path, "the target")
            }
        },
        .wire("a request says nothing that it was not told to say", needs: [.addsNoFields]) { transport in
            let bench = try ConformanceBench(transport)
            let request = try await bench.sent(fields: ["X-Own": "1"])
            let allowed: Set<HTTPField.Name> = [.acceptEncoding, .host, .connection, "X-Own"]
            let names = request.fields.map(\.name)
            try expect(Set(names).isSubset(of: allowed), "Host, X-Own, Accept-Encoding", seen: "\(names)")
            try expect(request.fields.values(of: .host), is: [bench.authority], "the lines of Host")
        },
        .wire("without a body only POST, PUT and PATCH say so") { transport in
            for method in [HTTPMethod.get, .head, .delete, .options, .post, .put, .patch] {
                let request = try await ConformanceBench(transport).sent(method)
                let saysSo = [HTTPMethod.post, .put, .patch].contains(method)
                try expect(request.method, is: method, "the method")
                try expect(
                    request.fields.values(of: .contentLength), is: saysSo ? ["0"] : [], "Content-Length of a \(method)")
                try expect(request.fields[.contentType], is: nil, "Content-Type of a \(method)")
                try expect(request.fields[.transferEncoding], is: nil, "Transfer-Encoding of a \(method)")
            }
        },
        .wire("a body is framed once: by its length where that is known") { transport in
            for method in [HTTPMethod.post, .put, .delete, .query] {
                for (name, body) in kindsOfBody where body.length != nil {
                    let request = try await ConformanceBench(transport).sent(method, body: body)
                    try checkFraming(request, ["5"], nil, "\(name) with \(method)")
                    let type = body.mediaType?.description
                    try expect(request.fields[.contentType], is: type, "Content-Type of \(name)")
                }
            }
        },
        .wire("a GET or HEAD with a body frames it once", needs: [.bodyOnGet]) { transport in
            for method in [HTTPMethod.get, .head] {
                let request = try await ConformanceBench(transport).sent(method, body: .text("hello"))
                try checkFraming(request, ["5"], nil, "a \(method) with a body")
            }
        },
        .wire("a body of unknown length goes out in chunks", needs: [.streamedRequestBodies]) { transport in
            let body = HTTPBody.stream { .inPieces(Data("hello".utf8), of: 2) }
            let request = try await ConformanceBench(transport).sent(.post, body: body)
            try checkFraming(request, [], "chunked", "a stream of unknown length")
        },
        .wire("a file goes out with its length and media type, and without an expectation of the stack's own") {
            transport in
            for size in [0, 1, 65_536, 3_000_001] {
                let file = try TemporaryFile(Data(count: size))
                let body = HTTPBody.file(file.url, mediaType: MediaType("image/png"))
                let request = try await ConformanceBench(transport).sent(.put, body: body)
                try expect(request.body.count, is: size, "the number of bytes")
                try expect(request.fields.values(of: .contentLength), is: ["\(size)"], "Content-Length")
                try expect(request.fields[.contentType], is: "image/png", "Content-Type")
                try expect(request.fields[.expect], is: nil, "Expect")
            }
        },
        .wire("a body of no bytes has a length of 0 and its media type") { transport in
            let request = try await ConformanceBench(transport).sent(.put, body: .bytes(Data(), mediaType: .json))
            try expect(request.fields.values(of: .contentLength), is: ["0"], "Content-Length")
            try expect(request.fields[.contentType], is: "application/json", "Content-Type")
        },
        .wire("the caller's media type wins, and one goes out") { transport in
            let request = try await ConformanceBench(transport).sent(
                .post, fields: ["content-type": "text/csv"], body: .text("a,b"))
            try expect(request.fields.values(of: .contentType), is: ["text/csv"], "the lines of Content-Type")
        },
        .wire("a form goes out with the boundary that its media type names") { transport in
            var form = Multipart()
            form.append(.text("Sunset", name: "title"))
            let request = try await ConformanceBench(transport).sent(.post, body: .multipart(form))
            let type = "multipart/form-data; boundary=\(form.boundary)"
            try expect(request.fields[.contentType], is: type, "Content-Type")
            let isFramed =
                request.text.hasPrefix("--\(form.boundary)\r\n") && request.text.hasSuffix("--\(form.boundary)--\r\n")
            try expect(isFramed, "a form with the boundary \(form.boundary)", seen: request.text)
            try expect(request.fields[.contentLength], is: "\(request.body.count)", "Content-Length")
        },
        .wire("fields keep their bytes, and the caller's stand in for the stack's own") { transport in
            let fields: HTTPFields = [
                "User-Agent": "Portico/1", "Accept": "a/b", "Accept-Language": "de", "X-Empty": "", "X-UTF8": "café",
                "Cookie": "a=1",
            ]
            let request = try await ConformanceBench(transport).sent(fields: fields)
            for field in fields {
                try expect(request.fields.values(of: field.name), is: [field.value], "the lines of \(field.name)")
            }
        },
        .wire("repeated fields go out as several lines", needs: [.repeatedFieldLines]) { transport in
            let request = try await ConformanceBench(transport).sent(fields: ["X-List": "a", "x-list": "b"])
            try expect(request.fields.values(of: "X-List"), is: ["a", "b"], "the lines of X-List")
        },
        .wire("a method of the caller's own goes out as it is written") { transport in
            let request = try await ConformanceBench(transport).sent(HTTPMethod(rawValue: "Purge") ?? .get, "/x")
            let line = String(decoding: request.rawHead.prefix(18), as: UTF8.self)
            try expect(line, is: "Purge /x HTTP/1.1\r", "the first line")
        },
    ]

    private static func checkFraming(
        _ request: ReceivedRequest, _ lengths: [String], _ encoding: String?, _ name: String
    ) throws(ConformanceFailure) {
        try expect(request.text, is: "hello", "the bytes of \(name)")
        try expect(request.fields.values(of: .contentLength), is: lengths, "Content-Length of \(name)")
        try expect(request.fields[.transferEncoding], is: encoding, "Transfer-Encoding of \(name)")
    }
}

extension ConformanceBench<MockServer> {
    /// Sends a request and gives it as the server got it.
    func sent(
        _ method: HTTPMethod = .get, _ path: String = "/", fields: HTTPFields = [:], body: HTTPBody = .none
    ) async throws -> ReceivedRequest {
        _ = try await send(method, path, fields: fields, body: body)
        return try await delivered()
    }
}
