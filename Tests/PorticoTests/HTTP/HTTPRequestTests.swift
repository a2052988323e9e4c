import Foundation
import Testing

@testable import Portico

@Suite struct HTTPRequestTests {
    static func refusal(
        scheme: String = "https", authority: String = "h", path: String = "/", fields: HTTPFields = [:],
        body: HTTPBody = .none
    ) -> InvalidRequest? {
        let request = HTTPRequest(
            method: .post, scheme: scheme, authority: authority, path: path, fields: fields, body: body
        )
        do throws(InvalidRequest) {
            try request.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "https://h/a%2Fb%20c?X-Amz-Signature=ab%2Bc&x=%7e#frag", "http://h:8080/?", "https://[::1]:8443/x",
        "https://h/a//b/../c",
        "https://h/%C3%A9?q=a+b;c", "https://xn--bcher-kva.example/",
    ])
    func `a URL that is already escaped goes out byte for byte`(text: String) throws {
        let url = try #require(URL(string: text))
        let request = try #require(HTTPRequest(url: url))
        #expect(request.urlText == text.prefix { $0 != "#" })
        try request.validate()
    }

    @Test func `a URL is taken apart into scheme, authority and target`() throws {
        let url = try #require(URL(string: "HTTPS://h:1?a=b"))
        let request = try #require(HTTPRequest(method: .put, url: url))
        #expect(
            request.scheme == "https" && request.authority == "h:1" && request.path == "/?a=b" && request.method == .put
        )
        #expect(request.url?.absoluteString == "https://h:1/?a=b")
    }

    @Test(arguments: ["/users", "users", "mailto:a@b", "https:///x", "https:", "file:///x"])
    func `a URL without a scheme or a host makes no request`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(HTTPRequest(url: url) == nil)
    }

    @Test(arguments: [
        ("", nil), ("https", nil), ("https:/h", nil), (":", nil), ("://h", nil), ("ht tp://h", nil), ("https://", nil),
        ("https://?q", nil), ("https://#f", nil), ("https://h", "/"), ("https://h#f", "/"), ("https://h?q", "/?q"),
        ("https://h/a#f?q", "/a"), ("https://h/a#\u{301}x", "/a"), ("https://h/?", "/?"), ("https://h/a?b?c", "/a?b?c"),
    ])
    func `the text of a URL is taken apart by its bytes`(text: String, target: String?) {
        #expect(URLText(text)?.target == target)
    }

    @Test(arguments: [
        ("h", true), ("h:8080", true), ("h.example:65535", true), ("[::1]", true), ("[2001:db8::1]:443", true),
        ("127.0.0.1:1", true),
        ("a_b-c.d~", true), ("xn--9ca", true), ("[fe80::1%25eth0]", true), ("%C3%A9", false),
        ("", false), (":80", false), ("h:", false), ("h:x", false), ("h:65536", false), ("h:-1", false),
        ("h:1:2", false), ("::1", false),
        ("[::1", false), ("[::1]x", false), ("[]", false), ("[g]", false), ("user@h", false), ("h/x", false),
        ("h?x", false), ("h#x", false),
        ("h\\x", false), ("h x", false), ("h\r\nX: y", false), ("h\0", false), ("é", false), ("<h>", false),
        ("h\u{7F}", false),
    ])
    func `an authority is a host with an optional port`(authority: String, isValid: Bool) {
        #expect((Self.refusal(authority: authority) == nil) == isValid)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("0.0.0.0:80", true), ("255.255.255.255", true), ("1.2.3.4.example", true),
        ("1e100.net", true), ("0x.example", true), ("a.0xg", true), ("3com", true), ("a.1b", true),
        ("127.0.0.0x1", false), ("0x7f000001", false), ("0X7F.1", false), ("2130706433", false), ("127.1", false),
        ("127.0.0.01", false), ("0177.0.0.1", false), ("127.0.0.1.", false), ("127.0.0.0x", false),
        ("256.0.0.1", false), ("1.2.3.4.5", false), ("h.7", false), ("127..0.1", false), ("5:80", false),
        ("127.0.0.%31", false), ("%65vil.example", false), ("h%2Fx", false), ("h%", false), ("h%C", false),
        ("h%zz", false), ("%c3%a9.example", false), ("api.%EF%BD%85xample.com", false),
    ])
    func `a host is a name or four numbers, and nothing that another reader takes for another host`(
        authority: String, isValid: Bool
    ) {
        #expect((Self.refusal(authority: authority) == nil) == isValid)
    }

    @Test func `a host that is refused is told what to write`() {
        #expect(Self.refusal(authority: "127.1")?.message.hasSuffix("it is no address of four numbers") == true)
        for host in ["b%C3%BC.example", "bü.example"] {
            #expect(Self.refusal(authority: host)?.message.contains("is written as 'xn--…'") == true)
        }
    }

    @Test(arguments: [
        ("/", true), ("/a%20b?c=d&e=f", true), ("//a", true), ("/a;b,c!'()*@:$", true), ("/{a}|\"^`<>\\", true),
        ("", false), ("a", false), ("?a", false), ("*", false), ("/a b", false), ("/a#b", false), ("/a\r\nb", false),
        ("/a\tb", false),
        ("/a\0", false), ("/é", false), ("/\u{7F}", false), ("/a HTTP/1.1\r\nX: y", false),
    ])
    func `a target is visible ASCII that begins with a slash`(path: String, isValid: Bool) {
        #expect((Self.refusal(path: path) == nil) == isValid)
    }

    @Test(arguments: ["ftp", "HTTP", "", "file", "http\n"])
    func `another scheme is refused`(scheme: String) {
        #expect(Self.refusal(scheme: scheme)?.location == .url)
    }

    @Test func `what is refused does not show a secret`() {
        let refusals = [
            Self.refusal(authority: "ann:tiger@h"), Self.refusal(path: "/x?token=tiger tiger"),
            Self.refusal(fields: ["Authorization": "tiger\n"]),
        ]
        for refusal in refusals { #expect(refusal?.description.contains("tiger") == false, "\(refusal as Any)") }
    }

    @Test(arguments: [
        ("a\rb", "the value holds a carriage return, which no field value may"),
        ("a\nb", "the value holds a line feed, which no field value may"),
        ("a\r\nb", "the value holds a carriage return, which no field value may"),
        ("a\0b", "the value holds NUL, which no field value may"),
        ("a\u{1}", "the value holds the control character 0x01, which no field value may"),
        ("a\u{7F}", "the value holds the control character 0x7F, which no field value may"),
        ("\u{1B}[0m", "the value holds the control character 0x1B, which no field value may"),
    ])
    func `a control character in a header value is refused, a line end as one Character too`(
        value: String, message: String
    ) {
        #expect(Self.refusal(fields: ["X-A": "ok", "X-B": value]) == InvalidRequest(.field("X-B"), message))
    }

    @Test(arguments: ["", "a b", "a\tb", "é", "😀", "\"q\"", "a:b"])
    func `every other value goes out`(value: String) {
        #expect(Self.refusal(fields: ["X-A": value]) == nil)
    }

    @Test(arguments: ["", "X A", "X:", "X\r\nY", "É", "X\0", "(X)", "X-\u{301}"])
    func `a header name that is no token is refused`(name: String) {
        #expect(Self.refusal(fields: [HTTPField.Name(name): "x"])?.location == .field(name))
    }

    @Test(arguments: ["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"])
    func `a field that frames the message is refused`(name: String) {
        #expect(Self.refusal(fields: [HTTPField.Name(name): "1"])?.location == .field(name))
    }

    @Test func `a line end in a media type is refused`() {
        let type = MediaType.plainText.with("charset", "a\r\nX: y")
        #expect(Self.refusal(body: .bytes(Data(), mediaType: type))?.location == .field("Content-Type"))
        #expect(
            Self.refusal(body: .multipart(Multipart([.bytes(Data(), name: "a", mediaType: type)])))?.location
                == .part("a"))
    }
}
