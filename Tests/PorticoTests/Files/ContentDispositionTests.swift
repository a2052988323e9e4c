import Testing

@testable import Portico

@Suite struct ContentDispositionTests {
    @Test(arguments: [
        (#"attachment; filename="archive.tar.gz""#, "archive.tar.gz"),
        (#"attachment; filename=archive.tar.gz"#, "archive.tar.gz"),
        (#"ATTACHMENT; FileName = "a b.txt" ; size=7"#, "a b.txt"),
        (#"inline; filename="a\"b\\c.txt""#, #"a"b\c.txt"#),
        (#"attachment; filename="a;b.txt""#, "a;b.txt"),
        (#"attachment; filename=my report.pdf"#, "my report.pdf"),
        (#"attachment; filename*=UTF-8''%e2%82%ac%20rates.txt"#, "€ rates.txt"),
        (#"attachment; filename="EURO.txt"; filename*=utf-8''%e2%82%ac.txt"#, "€.txt"),
        (#"attachment; filename*=UTF-8'en'x.txt; filename="y.txt""#, "x.txt"),
        (#"attachment; filename*=iso-8859-1''caf%e9.txt"#, "café.txt"),
        (#"attachment; filename*="UTF-8''quoted.txt""#, "quoted.txt"),
        (#"attachment; filename="first.txt"; filename="second.txt""#, "first.txt"),
        (#"attachment; filename="a%20b.txt""#, "a%20b.txt"),
        (#"attachment; filename="unended"#, "unended"),
        (#"attachment; filename="../../etc/passwd""#, "../../etc/passwd"),
        (#"attachment; filename*=UTF-8''..%2f..%2fetc%2fpasswd"#, "../../etc/passwd"),
    ])
    func `the proposed name is read`(field: String, name: String) {
        #expect(ContentDisposition.filename(in: field) == name)
    }

    @Test(arguments: [
        (#"attachment; filename="ok.txt"; filename*=UTF-8''%zz.txt"#, "ok.txt"),
        (#"attachment; filename="ok.txt"; filename*=UTF-8''%e"#, "ok.txt"),
        (#"attachment; filename="ok.txt"; filename*=klingon''a.txt"#, "ok.txt"),
        (#"attachment; filename="ok.txt"; filename*=a.txt"#, "ok.txt"),
    ])
    func `a broken extended name gives way to the plain one`(field: String, name: String) {
        #expect(ContentDisposition.filename(in: field) == name)
    }

    @Test(arguments: ["", "attachment", "inline;", "filename", "attachment; name=x", "attachment; filename*=UTF-8''%"])
    func `a field without a name proposes none`(field: String) {
        #expect(ContentDisposition.filename(in: field) == nil)
    }

    @Test func `a field beyond the limit is not looked at`() {
        let name = String(repeating: "a", count: ContentDisposition.limit)

        #expect(ContentDisposition.filename(in: "attachment; filename=\(name)") == nil)
    }
}
