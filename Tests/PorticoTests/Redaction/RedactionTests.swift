import Foundation
import Testing

@testable import Portico

@Suite struct RedactionTests {
    let redaction = Redaction.standard

    @Test func `fields that carry credentials are hidden whatever the case of their names`() {
        let fields = redaction.fields([
            "AUTHORIZATION": "Bearer abc", "cookie": "a=b", "Set-Cookie": "sid=1; Path=/", "Set-Cookie": "x=2",
            "x-api-key": "k", "Proxy-Authorization": "Basic x", "Accept": "application/json", "X_Api_Key": "k",
        ])

        #expect(
            fields.map(\.value) == [
                "<redacted>", "<redacted>", "<redacted>", "<redacted>", "<redacted>", "<redacted>", "application/json",
                "<redacted>",
            ])
        #expect(fields.map(\.name.rawName).first == "AUTHORIZATION")
    }

    @Test(arguments: [
        ("https://h/users?page=2", "https://h/users?page=2"),
        ("https://h/users?access_token=abc&page=2", "https://h/users?access_token=<redacted>&page=2"),
        ("/users?page=2&API_KEY=abc", "/users?page=2&API_KEY=<redacted>"),
        ("/users?apiKey=abc", "/users?apiKey=<redacted>"),
        ("/users?token=a=b=c&x=%2f", "/users?token=<redacted>&x=%2f"),
        ("/users?token=", "/users?token="),
        ("/users?token", "/users?token"),
        ("/users?to%6Ben=abc", "/users?to%6Ben=<redacted>"),
        ("/users?user[password]=abc&user[name]=x", "/users?user[password]=<redacted>&user[name]=x"),
        ("/users?user%5Bpassword%5D=abc", "/users?user%5Bpassword%5D=<redacted>"),
        ("/users?user.password=abc", "/users?user.password=<redacted>"),
        ("/s?a=1;token=abc", "/s?a=1;token=<redacted>"),
        ("/s;jsessionid=abc?x=1", "/s;jsessionid=<redacted>"),
        ("https://h/cb#access_token=abc&state=1", "https://h/cb#access_token=<redacted>&state=1"),
        ("https://ann:pw@h/x", "https://<redacted>@h/x"),
        ("https://ann:p@w@h:1/x?q=@", "https://<redacted>@h:1/x?q=@"),
        ("https://ann@h", "https://<redacted>@h"),
        ("//ann:pw@h/x", "//<redacted>@h/x"),
        ("https://h/x?mail=a@b.c", "https://h/x?mail=a@b.c"),
        ("/in?to=https%3A%2F%2Fa%2Fcb%3Fcode%3D1&x=2", "/in?to=<redacted>&x=2"),
        ("/in?to=https%3A%2F%2Fann%3Apw%40h%2F", "/in?to=<redacted>"),
        ("/in?to=https%3A%2F%2Fa%2Fcb%3Fpage%3D1&x=2", "/in?to=https%3A%2F%2Fa%2Fcb%3Fpage%3D1&x=2"),
        ("/in?to=https://a/?token=1&x=2", "/in?to=https://a/?token=<redacted>&x=2"),
        ("/x?a=%zz&b=%", "/x?a=%zz&b=%"),
        ("/é?token=ü", "/é?token=<redacted>"),
        ("", ""), ("=", "="), ("?=&=", "?=&="), ("://@", "://<redacted>@"),
    ])
    func `secrets go out of a URL and every other byte stays`(text: String, expected: String) {
        #expect(redaction.url(text) == expected)
    }

    @Test func `fields that hold URLs are redacted as such`() {
        let link = #"<https://h/x?page=2>; rel="next", <https://h/x?token=abc>; rel="last""#
        let fields = redaction.fields(["Location": "https://a:b@h/cb?code=1&state=2", "Link": link])

        #expect(fields[.location] == "https://<redacted>@h/cb?code=<redacted>&state=2")
        #expect(fields["Link"] == #"<https://h/x?page=2>; rel="next", <https://h/x?token=<redacted>"#)
    }

    @Test(arguments: [
        (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
        (#"{"password":"x"}"#, #"{"password":"<redacted>"}"#),
        (#"{ "Access-Token" : "x" , "n" : 1.50e+3 }"#, #"{ "Access-Token" : "<redacted>" , "n" : 1.50e+3 }"#),
        (
            #"[{"user":{"password":{"a":[1,{"b":2}]},"id":12345678901234567890}}]"#,
            #"[{"user":{"password":"<redacted>","id":12345678901234567890}}]"#
        ),
        (#"{"secret":[1,2],"x":null}"#, #"{"secret":"<redacted>","x":null}"#),
        (#"{"passw\u006frd":"x"}"#, #"{"passw\u006frd":"<redacted>"}"#),
        (#"{"token":null,"token":true}"#, #"{"token":"<redacted>","token":"<redacted>"}"#),
        (#"{"name":"password","value":"x"}"#, #"{"name":"password","value":"x"}"#),
        ("[]", "[]"), ("{}", "{}"), (" 1 ", " 1"), (#""a\"b\\""#, #""a\"b\\""#),
    ])
    func `members of JSON are hidden by name and the text keeps its order, spaces and numbers`(
        json: String, expected: String
    ) {
        #expect(redaction.body(Data(json.utf8), mediaType: .json) == expected)
    }

    @Test(arguments: [
        "", "{", "[", "}", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}", "{a:1}", "{1:2}", "[01]", "[1.]", "[.5]", "[-]", "[+1]", "[1e]", "[1e+]", "[tru]", "[nul",
        "nullx", "[true false]",
        "\"", "\"\\", "\"a\nb\"", "[] []", "<html>", "{\"password\":\"x", "{\"password\":[", "{\"password\":",
        "\u{FEFF}",
        "{\"a\":1}x", "NaN", "'a'", "{\"a\" 1}", "[1 2]",
    ])
    func `malformed JSON is left out`(json: String) {
        let expected = json.isEmpty ? "" : "<\(json.utf8.count) bytes of application/json left out>"
        #expect(redaction.body(Data(json.utf8), mediaType: .json) == expected)
    }

    @Test func `nesting without an end is left out and does not crash`() {
        let deep = Data(repeating: UInt8(ascii: "["), count: 100_000)
        #expect(redaction.body(deep, mediaType: .json) == "<100000 bytes of application/json left out>")
    }

    @Test(arguments: [
        ("user=ann&password=x+y", "user=ann&password=<redacted>"),
        (
            "grant_type=authorization_code&code=1&client_secret=2",
            "grant_type=authorization_code&code=<redacted>&client_secret=<redacted>"
        ),
    ])
    func `items of a form are hidden by name`(form: String, expected: String) {
        #expect(redaction.body(Data(form.utf8), mediaType: .formURLEncoded) == expected)
    }

    @Test(arguments: [
        (#"["https://h/x?page=2&access_token=s3cret"]"#, #"["https://h/x?page=2&access_token=<redacted>"]"#),
        (#"["https:\/\/u:s3cret@h\/"]"#, #"["https://<redacted>@h/"]"#),
        (#"["/x?a=1\u0026token=s3cret&b=\"2\""]"#, #"["/x?a=1&token=<redacted>&b=\"2\""]"#),
        (#"["token=7 is none", "a@b.example", "\/x?page=2"]"#, #"["token=7 is none", "a@b.example", "\/x?page=2"]"#),
    ])
    func `a URL in JSON is redacted as one, and other texts stay as they came`(json: String, text: String) {
        #expect(Redaction.standard.body(Data(json.utf8), mediaType: .json) == text)
    }

    @Test func `a code in JSON is an error's and stays`() {
        let json = #"{"error":{"code":17}}"#
        #expect(redaction.body(Data(json.utf8), mediaType: .problemJSON) == json)
    }

    @Test(arguments: [
        (Data([0xFF, 0xD8, 0xFF]), MediaType("image/jpeg"), "<3 bytes of image/jpeg left out>"),
        (Data("<html>".utf8), .html, "<6 bytes of text/html left out>"),
        (Data("password: x".utf8), .plainText, "<11 bytes of text/plain left out>"),
        (Data("abc".utf8), nil, "<3 bytes of unknown type left out>"),
        (Data([0x61, 0xFF]), .formURLEncoded, "<2 bytes of application/x-www-form-urlencoded left out>"),
        (Data(#"{"password":"x"}"#.utf8), .plainText, #"{"password":"<redacted>"}"#),
        (Data(#"{"password":"x"}"#.utf8), nil, #"{"password":"<redacted>"}"#),
    ])
    func `a body that cannot be parsed is left out`(data: Data, mediaType: MediaType?, expected: String) {
        #expect(redaction.body(data, mediaType: mediaType) == expected)
    }

    @Test func `other text is printed only when asked for, and never its controls`() {
        var open = redaction
        open.showsOtherText = true

        #expect(open.body(Data("<h1>Bad Gateway</h1>".utf8), mediaType: .html) == "<h1>Bad Gateway</h1>")
        #expect(open.body(Data("\u{1B}[2J".utf8), mediaType: .plainText) == "<4 bytes of text/plain left out>")
        #expect(
            open.body(Data("abc".utf8), mediaType: .octetStream) == "<3 bytes of application/octet-stream left out>")
    }

    @Test(arguments: [
        (MediaType.json, #"["éééé"]"#, 5, #"["é… (12 bytes in all)"#),
        (.json, #"["éééé"]"#, 12, #"["éééé"]"#),
        (.json, #"{"password":"secret!"}"#, 10, #"{"password… (22 bytes in all)"#),
        (.json, #"{"password":"secret!"}"#, 15, #"{"password":"<r… (22 bytes in all)"#),
        (.json, #"{"token":"","a":1}"#, 21, #"{"token":"<redacted>"… (18 bytes in all)"#),
        (.formURLEncoded, "password=secret&a=1", 14, "password=<reda… (19 bytes in all)"),
        (.json, "[1]", 0, "… (3 bytes in all)"),
    ])
    func `a body is cut at its limit, between characters and after redacting`(
        type: MediaType, text: String, limit: Int, expected: String
    ) {
        var short = redaction
        short.bodyLimit = limit
        #expect(short.body(Data(text.utf8), mediaType: type) == expected)
    }

    @Test func `a long body is not read beyond what is printed`() {
        let long = Data("[\"\(String(repeating: "x", count: 100_000))\", broken".utf8)
        let text = redaction.body(long, mediaType: .json)
        #expect(text.utf8.count < 4200)
        #expect(text.hasSuffix("xxx… (100011 bytes in all)"))
    }

    @Test func `names can be added and taken away`() {
        var own = redaction
        own.bodyNames.insert("IBAN")
        own.queryNames.remove("code")

        #expect(own.body(Data(#"{"iban":"DE"}"#.utf8), mediaType: .json) == #"{"iban":"<redacted>"}"#)
        #expect(own.url("/x?code=DE") == "/x?code=DE")
    }

    @Test func `the head of an answer is redacted too`() {
        let head = redaction.head(ResponseHead(status: .found, fields: ["Set-Cookie": "a", "Location": "/x?token=1"]))
        #expect(
            head == ResponseHead(status: 302, fields: ["Set-Cookie": "<redacted>", "Location": "/x?token=<redacted>"]))
    }

    @Test func `random bytes never crash it`() {
        let alphabet = Array("{}[]\",:\\u00e9ab1-.=&?#%@/ \u{0}\u{7F}tnf".utf8) + [0xC3, 0xFF, 0xF0]
        var open = redaction
        open.showsOtherText = true
        open.bodyLimit = 20
        for _ in 0..<3000 {
            let bytes = Data((0..<Int.random(in: 0...60)).map { _ in alphabet.randomElement() ?? 0 })
            for type in [MediaType.json, .formURLEncoded, .plainText] {
                #expect(open.body(bytes, mediaType: type).utf8.count <= 80)
            }
            _ = redaction.url(String(decoding: bytes, as: UTF8.self))
        }
    }
}
