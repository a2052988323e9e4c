import Foundation
import Portico
import PorticoTesting
import Testing

/// The signing hook, proven by a signature that depends on every byte: what a client hands to its transport is what was
/// signed, and AWS's own examples come out of it.
@Suite(.enabled(if: !SigV4Vector.all.isEmpty, "needs AWS's vectors for Signature Version 4, in PORTICO_TESTDATA"))
struct SigV4Tests {
    static let vectors = SigV4Vector.all.filter { SigV4Vector.refused[$0.name] == nil }

    private let stub = StubTransport(.status(200))

    private func send(_ vector: SigV4Vector, by signer: SigV4Signer) async throws -> HTTPRequest {
        let environment = APIEnvironment("AWS", baseURL: "https://example.amazonaws.com")
        let client = Client(environment: environment, transport: stub).withAuthenticator(signer)
        try await client.send(vector.request)
        return try #require(stub.requests.last)
    }

    @Test func `every vector is there`() {
        #expect(SigV4Vector.all.count == 38)
        #expect(Self.vectors.count == 37)
    }

    @Test(arguments: vectors)
    func `what is sent has the signature in its Authorization`(vector: SigV4Vector) async throws {
        let signer = vector.signer(isPresigned: false)

        let sent = try await send(vector, by: signer)

        #expect(try signer.canonicalRequest(of: sent) == vector.text("header-canonical-request"))
        #expect(try signer.stringToSign(for: sent, at: vector.time) == vector.text("header-string-to-sign"))
        let expected = try vector.fields(of: "header-signed-request")
        for field in expected {
            #expect(sent.fields.values(of: field.name) == expected.values(of: field.name), "\(field.name)")
        }
        #expect(try sent.fields[.authorization]?.hasSuffix("Signature=" + vector.text("header-signature")) == true)
        #expect(try sent.path == vector.line(of: "header-signed-request").target)
    }

    @Test(arguments: vectors)
    func `what is sent has the signature in its query`(vector: SigV4Vector) async throws {
        let signer = vector.signer(isPresigned: true)

        let sent = try await send(vector, by: signer)

        #expect(try sent.path == vector.line(of: "query-signed-request").target)
        #expect(try sent.path.hasSuffix("X-Amz-Signature=" + vector.text("query-signature")))
        #expect(sent.fields[.authorization] == nil)
    }

    @Test(arguments: SigV4Vector.all.filter { SigV4Vector.refused[$0.name] != nil })
    func `a request that HTTP forbids is refused, with the field's name`(vector: SigV4Vector) async throws {
        let error = try await #require(throws: CallError<ErrorBody>.self) {
            try await send(vector, by: vector.signer(isPresigned: false))
        }

        guard case .invalidRequest(let problem) = error.reason else { throw error }
        #expect(problem.location == .field("My-Header1"))
        #expect(stub.requestCount == 0)
    }
}
