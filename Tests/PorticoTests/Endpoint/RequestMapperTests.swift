import Foundation
import Portico
import PorticoTesting
import Testing

/// A mapper that does what a closure says.
struct MappedBy: RequestMapper {
    let change: @Sendable (inout RequestParameters, CallDescription) throws -> Void

    init(_ change: @escaping @Sendable (inout RequestParameters, CallDescription) throws -> Void) {
        self.change = change
    }

    func map(_ parameters: inout RequestParameters, of call: CallDescription) throws { try change(&parameters, call) }
}

@Suite struct RequestMapperTests {
    struct Search: Endpoint {
        static let route: Route = "GET /search?fixed=1"
        var text = "a b"
        var tags = ["x", "y"]
        @Query(style: ParameterStyle(arrays: .comma)) var ids = ["1,2", "3"]
        @Header("X-Trace") var trace = "t"
    }

    struct Create: Endpoint {
        static let route: Route = "POST /users/{id}"
        var id = 1
        var name = "n"
        var age: Int? = 7
    }

    struct CreateForm: Endpoint {
        static let route: Route = "POST /users"
        static let bodyFormat = BodyFormat.form
        var name = "a b"
        var age = 7
    }

    private func mapped(_ change: @escaping @Sendable (inout RequestParameters, CallDescription) throws -> Void)
        -> Client
    {
        Client.plain.withMapper(MappedBy(change))
    }

    @Test func `a mapper adds, renames and drops query items and fields`() {
        let client = mapped { parameters, _ in
            parameters.query.removeAll { $0.name == "tags" }
            parameters.query.append(QueryItem(name: "lang", value: "d e"))
            parameters.query.append(QueryItem(name: "flag", value: nil))
            for index in parameters.query.indices where parameters.query[index].name == "text" {
                parameters.query[index].name = "q&"
            }
            parameters.fields["X-Trace"] = nil
            parameters.fields["X-Request"] = "r"
        }
        #expect(
            client.text(of: Search())
                == "GET https://h/search?fixed=1&q%26=a%20b&ids=1%2C2,3&lang=d%20e&flag\nX-Request: r\nAccept: */*")
    }

    @Test func `a value that a mapper sets is escaped as a whole`() {
        let client = mapped { parameters, _ in
            parameters.query = parameters.query.filter { $0.name == "ids" }
            parameters.query[0].value = "4,5"
        }
        #expect(client.line(of: Search()) == "GET https://h/search?fixed=1&ids=4%2C5")
    }

    @Test func `a mapper adds, renames and drops members of a body`() {
        let change: @Sendable (inout RequestParameters, CallDescription) -> Void = { parameters, _ in
            parameters.bodyFields.removeAll { $0.name == "age" }
            parameters.bodyFields[0].name = "full_name"
            parameters.bodyFields.append(BodyField(name: "tags", value: ["a", "b"]))
        }
        #expect(mapped(change).body(of: Create()) == #"{"full_name":"n","tags":["a","b"]}"#)
        #expect(mapped(change).body(of: CreateForm()) == "full_name=a+b&tags=a&tags=b")
    }

    struct Bare: Endpoint {
        static let route: Route = "POST /ping"
    }

    struct WholeBody: Endpoint {
        static let route: Route = "POST /ping"
        @Body var value = [1]
    }

    @Test func `a mapper gives a body to a call that has none, but no members to a whole one`() {
        let client = mapped { parameters, _ in parameters.bodyFields.append(BodyField(name: "a", value: 1)) }
        #expect(client.body(of: Bare()) == #"{"a":1}"#)
        #expect(client.body(of: WholeBody()) == "!body: both a @Body and the member 'a' of one")
    }

    @Test func `a member that a mapper names twice is an error`() {
        let client = mapped { parameters, _ in parameters.bodyFields[0].name = "age" }
        #expect(client.body(of: Create()) == "!property 'age': the member 'age' of the body is bound twice")
    }

    @Test func `a mapper is told which call it is, and sees its method and path`() {
        let client = mapped { parameters, call in
            parameters.query.append(QueryItem(name: call.name, value: call.route))
            parameters.query.append(QueryItem(name: "\(parameters.method)", value: parameters.path))
        }
        #expect(
            client.line(of: Create())
                == "POST https://h/users/1?Create=POST%20%2Fusers%2F%7Bid%7D&POST=%2Fusers%2F1")
    }

    struct OwnMapper: Endpoint {
        static let route: Route = "GET /x"
        static let mapper: (any RequestMapper)? = MappedBy { parameters, _ in
            parameters.query.append(QueryItem(name: "endpoint", value: "\(parameters.query.count)"))
        }
    }

    @Test func `the endpoint's mapper runs before the client's`() {
        let client = mapped { parameters, _ in
            parameters.query.append(QueryItem(name: "client", value: "\(parameters.query.count)"))
        }
        #expect(client.line(of: OwnMapper()) == "GET https://h/x?endpoint=0&client=1")
        #expect(client.withMapper(nil).line(of: OwnMapper()) == "GET https://h/x?endpoint=0")
    }

    @Test func `what a mapper throws ends the call, with nothing sent`() async {
        struct Unsigned: Error, CustomStringConvertible { let description = "no key" }
        let stub = StubTransport(.status(.ok))
        let client = Client(environment: .stub, transport: stub).withMapper(MappedBy { _, _ in throw Unsigned() })
        let error = await #expect(throws: CallError<ErrorBody>.self) { try await client.send(Search()) }

        guard case .middleware(let cause) = error?.reason else {
            Issue.record("another reason: \(String(describing: error))")
            return
        }
        #expect(cause is Unsigned && stub.requestCount == 0)
    }

    @Test func `an invalid request that a mapper throws is told as one`() {
        let client = mapped { _, _ in throw InvalidRequest(.field("X-Key"), "no key") }
        #expect(client.line(of: Search()) == "!field 'X-Key': no key")
    }

    @Test func `a field that a mapper adds is checked like any other`() {
        let client = mapped { parameters, _ in parameters.fields.append("X-A", "a\r\nX-B: b") }
        #expect(
            client.line(of: Search()) == "!field 'X-A': the value holds a carriage return, which no field value may")
    }
}
