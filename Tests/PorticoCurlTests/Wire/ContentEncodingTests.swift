import Foundation
import Portico
import PorticoTesting
import PorticoCurl
import Testing

@Suite struct ContentEncodingTests {
    private func bytes(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }

    private func bench(_ encoding: String, _ data: Data) throws -> Bench {
        try Bench(.bytes(data, fields: [.contentEncoding: encoding]))
    }

    @Test func `the encodings that libcurl's own libraries undo are declared`() {
        #expect(Set(CurlTransport().capabilities.contentEncodings).isSuperset(of: ["gzip", "deflate"]))
        #if os(Linux)
        #expect(CurlTransport().capabilities.contentEncodings == ["gzip", "deflate", "br", "zstd"])
        #endif
    }

    @Test func `encodings one over the other are undone in turn`() async throws {
        let gzipOverDeflate = try bytes("H4sIAAAAAAACA6uYszrMS9/LV/fkGe/wTUEBpzzOnjwZvoqVIbCA3QUAOVQmNx0AAAA=")

        let response = try await bench("deflate, gzip", gzipOverDeflate).send()

        #expect(response.data == Data(#"{"greeting": "hello"}"#.utf8))
    }

    @Test func `an unknown encoding is left as it is`() async throws {
        let response = try await bench("gzip, x-own", Data("hello".utf8)).send()

        #expect(response.data == Data("hello".utf8))
        #expect(response.fields[.contentEncoding] == "gzip, x-own" && response.fields[.contentLength] == "5")
    }

    @Test func `several members of gzip are one body, and an empty body is none`() async throws {
        let member = try bytes("H4sIAAAAAAACA6tWSi9KTS3JzEtXslJQykjNyclXqgUAc8FiVxUAAAA=")

        #expect(
            try await bench("gzip", member + member).send().data
                == Data(#"{"greeting": "hello"}{"greeting": "hello"}"#.utf8))
        #expect(try await bench("gzip", Data()).send().data?.isEmpty == true)
        #expect(try await bench("gzip", member + Data("rest".utf8)).kind() == .malformedResponse)
    }
}
