import Portico
import Testing

@Suite struct HTTPFieldsTests {
    @Test func `header names compare without case`() {
        var fields: HTTPFields = ["Content-Type": "a/b"]

        #expect(fields["CONTENT-type"] == "a/b" && fields.contains("content-type"))
        #expect(HTTPField.Name("ETag") == .eTag && HTTPField.Name("etag").hashValue == HTTPField.Name.eTag.hashValue)
        #expect(HTTPField.Name("ETag").canonicalName == "etag" && HTTPField.Name("ETag").rawName == "ETag")
        fields["content-TYPE"] = "c/d"
        #expect(fields.map(\.name.rawName) == ["Content-Type"] && fields[.contentType] == "c/d")
    }

    @Test(arguments: [
        ("A", "B"), ("A", "AA"), ("@", "`"), ("[", "{"), ("A-B", "A_B"), ("", "A"), ("é", "É"), ("é", "e\u{301}"),
    ])
    func `different names are different`(left: String, right: String) {
        #expect(HTTPField.Name(left) != HTTPField.Name(right))
    }

    @Test func `names that are equal have equal hashes, whatever their bytes`() {
        let (composed, decomposed) = (HTTPField.Name("X-\u{E9}"), HTTPField.Name("X-e\u{301}"))
        #expect((composed == decomposed) == (composed.hashValue == decomposed.hashValue))
        #expect(Set([HTTPField.Name("A"), "a", "B"]).count == 2)
    }

    @Test func `several lines of a name are read as one list and kept apart`() {
        let fields: HTTPFields = ["Accept": "a/b", "X": "1", "accept": "c/d", "Cookie": "a=1", "COOKIE": "b=2"]

        #expect(fields[.accept] == "a/b, c/d")
        #expect(fields[.cookie] == "a=1; b=2")
        #expect(fields.values(of: .accept) == ["a/b", "c/d"])
        #expect(fields.count == 5 && fields[2] == HTTPField(name: "Accept", value: "c/d"))
        #expect(fields["Missing"] == nil && fields.values(of: "Missing") == [])
    }

    @Test func `Set-Cookie values are never joined`() {
        let fields: HTTPFields = ["Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "set-cookie": "b=2"]

        #expect(fields[.setCookie] == "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT")
        #expect(fields.values(of: .setCookie) == ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"])
    }

    @Test func `setting a value replaces every line in the place of the first`() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]

        fields["a"] = "6"
        #expect(fields == ["A": "6", "B": "2", "C": "4"])
        fields["B"] = nil
        #expect(fields == ["A": "6", "C": "4"])
        fields["D"] = ""
        #expect(fields == ["A": "6", "C": "4", "D": ""] && fields["D"] == "")
        fields["Z"] = nil
        #expect(fields.count == 3)
    }

    @Test func `a line is added beside the others`() {
        var fields: HTTPFields = ["X-Tag": "1"]
        fields.append("x-tag", "2")
        #expect(fields["X-TAG"] == "1, 2" && fields.map(\.name.rawName) == ["X-Tag", "x-tag"])
    }

    @Test func `defaults give way to what is there and keep their own lines`() {
        var fields: HTTPFields = ["Accept": "a/b"]
        fields.appendDefaults(["accept": "c/d", "X": "1", "X": "2"])
        #expect(fields == ["Accept": "a/b", "X": "1", "X": "2"])
    }

    @Test func `order counts when fields are compared`() {
        let (left, right): (HTTPFields, HTTPFields) = (["A": "1", "B": "2"], ["B": "2", "A": "1"])
        #expect(left != right && HTTPFields(right.reversed()) == left)
    }
}
