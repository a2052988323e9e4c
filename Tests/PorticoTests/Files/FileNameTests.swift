import Testing

@testable import Portico

@Suite struct FileNameTests {
    @Test(
        arguments: [
            ("archive.tar.gz", "archive.tar.gz"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
            (#"C:\Windows\system.ini"#, "system.ini"), (".bashrc", "bashrc"), ("...hidden", "hidden"),
            (" a.txt ", "a.txt"), ("a.txt...", "a.txt"), ("a\u{0}.txt", "a.txt"), ("a\r\nb\u{7F}.txt", "ab.txt"),
            ("photo\u{202E}gnp.exe", "photognp.exe"), ("👩‍💻 Ärger.txt", "👩‍💻 Ärger.txt"), ("a/b/", nil), ("", nil),
            (".", nil),
            ("..", nil), ("../..", nil), ("a/..", nil), ("\u{0}", nil), ("/", nil), ("\\", nil), (" . ", nil),
            ("\u{200E}..\u{200E}", nil), ("a\u{2028}b", "ab"), ("~", "~"), ("-rf", "-rf"), ("CON", "CON"),
        ] as [(String, String?)])
    func `of a name that came from elsewhere the last component is left, harmless`(given: String, name: String?) {
        #expect(FileName(untrusted: given)?.text == name)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 300) + ".tar.gz", String(repeating: "a", count: 193) + ".tar.gz"),
        (String(repeating: "é", count: 300) + ".txt", String(repeating: "é", count: 98) + ".txt"),
        ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 198)),
        (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
    ])
    func `a long name is cut between characters, and keeps its extension`(given: String, name: String) {
        #expect(FileName(untrusted: given)?.text == name)
    }

    @Test func `a single character of thousands of bytes is cut all the same`() throws {
        let given = "e" + String(repeating: "\u{301}", count: 5000) + ".txt"

        #expect(try #require(FileName(untrusted: given)).text.utf8.count <= FileName.limit)
    }

    @Test(arguments: [
        ("archive.tar.gz", "archive (2).tar.gz"), ("a.txt", "a (2).txt"), ("README", "README (2)"),
        ("a.b.c", "a.b (2).c"), ("x.TAR.bz2", "x (2).TAR.bz2"), ("tar.gz", "tar (2).gz"), ("v1.2", "v1 (2).2"),
        ("a.no extension, for it is far too long", "a.no extension, for it is far too long (2)"),
    ])
    func `a number stands before the extension`(given: String, numbered: String) {
        #expect(FileName(given: given).numbered(2) == numbered)
    }

    @Test(
        arguments: [
            ("attachment; filename=a.txt", "/files/b.txt", "a.txt"), ("attachment", "/files/b.txt", "b.txt"),
            ("attachment; filename=\"..\"", "/files/b.txt?x=/c", "b.txt"), (nil, "/files/caf%C3%A9.txt", "café.txt"),
            (nil, "/files/..%2F..%2Fetc%2Fpasswd", "passwd"), (nil, "/files/", "files"), (nil, "/", "download"),
            (nil, "/?a=b", "download"), (nil, "/files/%2e%2e", "download"), (nil, "/a%zz", "download"),
        ] as [(String?, String, String)])
    func `a name comes from the server, from the path, or from neither`(
        disposition: String?, path: String, name: String
    ) {
        var head = ResponseHead(status: .ok)
        head.fields["Content-Disposition"] = disposition

        #expect(FileName(of: head, path: path).text == name)
    }
}
