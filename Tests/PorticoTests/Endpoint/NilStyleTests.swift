import Foundation
import Portico
import PorticoTesting
import Testing

/// Nil of every type: each concrete `encodeIfPresent` of the standard library keeps it to itself, ours do not.
private struct Nils: Encodable, Sendable {
    var a: Bool?, b: String?, c: Double?, d: Float?
    var e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?, j: Int128?
    var k: UInt?, l: UInt8?, m: UInt16?, n: UInt32?, o: UInt64?, p: UInt128?
    var q: UUID?, r: Date?, s: [Int]?, t: Nested?

    struct Nested: Encodable { var x: Int? }

    static let names = "abcdefghijklmnopqrst"
}

private protocol NilEndpoint: Endpoint where Response == Void, Failure == ErrorBody {
    init()
}

extension NilEndpoint {
    static var style: ParameterStyle { EndpointStyle.current }
}

private struct NilsInQuery: NilEndpoint {
    static var route: Route { "GET /x" }
    var a: Bool?, b: String?, c: Double?, d: Float?
    var e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?, j: Int128?
    var k: UInt?, l: UInt8?, m: UInt16?, n: UInt32?, o: UInt64?, p: UInt128?
    var q: UUID?, r: Date?, s: [Int]?, t: Nils.Nested?
}

private struct NilsInBody: NilEndpoint {
    static var route: Route { "POST /x" }
    var a: Bool?, b: String?, c: Double?, d: Float?
    var e: Int?, f: Int8?, g: Int16?, h: Int32?, i: Int64?, j: Int128?
    var k: UInt?, l: UInt8?, m: UInt16?, n: UInt32?, o: UInt64?, p: UInt128?
    var q: UUID?, r: Date?, s: [Int]?, t: Nils.Nested?
}

private struct NilsInNested: NilEndpoint {
    static var route: Route { "GET /x" }
    var v = Nils()
}

@Suite struct NilStyleTests {
    private func text(_ endpoint: some NilEndpoint, _ nils: ParameterStyle.Nils) -> String {
        EndpointStyle.$current.withValue(ParameterStyle(nils: nils)) {
            Client.plain.text(of: endpoint).replacing("Accept: */*", with: "").replacing(
                "Content-Type: application/json", with: ""
            )
            .split(separator: "\n").joined(separator: "\n")
        }
    }

    private func each(_ text: (Character) -> String, joinedBy separator: String) -> String {
        Nils.names.map(text).joined(separator: separator)
    }

    @Test func `nil of every type is left out by default`() {
        #expect(text(NilsInQuery(), .omitted) == "GET https://h/x")
        #expect(text(NilsInNested(), .omitted) == "GET https://h/x")
        #expect(text(NilsInBody(), .omitted) == "POST https://h/x\n{}")
    }

    @Test func `nil of every type can be an empty value`() {
        #expect(text(NilsInQuery(), .empty) == "GET https://h/x?" + each({ "\($0)=" }, joinedBy: "&"))
        #expect(text(NilsInNested(), .empty) == "GET https://h/x?" + each({ "v%5B\($0)%5D=" }, joinedBy: "&"))
        #expect(text(NilsInBody(), .empty) == "POST https://h/x\n{" + each({ #""\#($0)":"""# }, joinedBy: ",") + "}")
    }

    @Test func `nil of every type can be null`() {
        #expect(text(NilsInQuery(), .null) == "GET https://h/x?" + each({ "\($0)=null" }, joinedBy: "&"))
        #expect(text(NilsInNested(), .null) == "GET https://h/x?" + each({ "v%5B\($0)%5D=null" }, joinedBy: "&"))
        #expect(text(NilsInBody(), .null) == "POST https://h/x\n{" + each({ #""\#($0)":null"# }, joinedBy: ",") + "}")
    }

    struct Changes: Endpoint {
        static let route: Route = "PATCH /users/{id}"
        var id: Int
        var name: Patch<String> = .absent
        var born: Patch<Date> = .absent
        @Field("nick_name") var nickname: Patch<String> = .absent
        @Query var dryRun: Patch<Bool> = .absent
        @Header("X-Reason") var reason: Patch<String> = .absent
    }

    @Test func `an absent patch leaves no trace but the body that it belongs to`() {
        #expect(
            Client.plain.text(of: Changes(id: 1))
                == "PATCH https://h/users/1\nAccept: */*\nContent-Type: application/json\n\n{}")
    }

    @Test func `a patch of null is one, and a value is one`() {
        #expect(
            Client.plain.text(
                of: Changes(
                    id: 1, name: .null, born: .value(moment), nickname: .null, dryRun: .value(true), reason: .value("r")
                ))
                    == """
                    PATCH https://h/users/1?dryRun=true
                    X-Reason: r
                    Accept: */*
                    Content-Type: application/json

                    {"born":"2024-01-02T03:04:05.250Z","name":null,"nick_name":null}
                    """)
    }

    struct PatchInPath: Endpoint {
        static let route: Route = "GET /users/{id}"
        var id: Patch<Int> = .absent
    }

    @Test func `an absent patch is no path segment`() {
        let expected = "!property 'id': nil, but a path segment needs a value"
        #expect(Client.plain.line(of: PatchInPath()) == expected)
        #expect(Client.plain.line(of: PatchInPath(id: .null)) == expected)
        #expect(Client.plain.line(of: PatchInPath(id: .value(7))) == "GET https://h/users/7")
    }

    struct DelimitedNils: Endpoint {
        static let route: Route = "GET /x/{ids}"
        static var style: ParameterStyle { ParameterStyle(arrays: .comma, nils: EndpointStyle.current.nils) }
        var ids: [Int?] = [1, nil, 2]
        @Query var sizes: [Int?] = [1, nil, 2]
        @Header var marks: [Int?] = [1, nil, 2]
    }

    @Test func `nil in a delimited array has a text where the style gives it one`() {
        let texts = [ParameterStyle.Nils.omitted, .empty, .null].map { nils in
            EndpointStyle.$current.withValue(ParameterStyle(nils: nils)) { Client.plain.text(of: DelimitedNils()) }
        }
        #expect(texts[0] == "!property 'sizes': an array with a nil in it, which has no text here")
        #expect(texts[1] == "GET https://h/x/1,,2?sizes=1,,2\nmarks: 1,,2\nAccept: */*")
        #expect(texts[2] == "GET https://h/x/1,null,2?sizes=1,null,2\nmarks: 1,null,2\nAccept: */*")
    }
}
