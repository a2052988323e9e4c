import Foundation
import PorticoTesting
import Testing

@testable import Portico

@Suite struct UploadTests {
    let folder: TestFolder
    let stub = StubTransport(.json(#"{"id": 7, "name": "Ada"}"#))
    var client: Client { Client(environment: .stub, transport: stub) }

    init() throws { folder = try TestFolder() }

    struct PutAvatar: Endpoint {
        static let route: Route = "PUT /users/{user}/avatar"
        typealias Response = User
        var user: Int
        @Query("crop") var crop: Bool? = nil
    }

    @Test func `a file goes out as the body of an endpoint that declares none`() async throws {
        try folder.put("picture", as: "a.png")
        let log = ProgressLog()
        let body = HTTPBody.file(folder.file("a.png"), mediaType: MediaType("image/png"))

        let user = try await client.upload(body, with: PutAvatar(user: 7, crop: true), onProgress: log.report)

        #expect(user == User(id: 7, name: "Ada"))
        #expect(stub.requests[0].path == "/users/7/avatar?crop=true")
        #expect(stub.requests[0].body.data == Data("picture".utf8))
        #expect(stub.requests[0].fields[.contentType] == "image/png")
        #expect(log.all == [TransferProgress(direction: .upload, completed: 7, expected: 7)])
    }

    @Test func `a form of files goes out in parts`() async throws {
        try folder.put("one", as: "1.txt")
        let form = Multipart([.file(folder.file("1.txt"), name: "file", filename: "1.txt", mediaType: .plainText)])

        try await client.upload(.multipart(form), with: .post("/files") as Request<Void, ErrorBody>)

        let text = String(decoding: try #require(stub.requests[0].body.data), as: UTF8.self)
        #expect(text.contains("filename=\"1.txt\""))
        #expect(text.contains("\r\n\r\none\r\n"))
        #expect(stub.requests[0].fields[.contentType] == "multipart/form-data; boundary=\(form.boundary)")
    }

    @Test func `a call with callbacks uploads, too`() async throws {
        try folder.put("picture", as: "a.png")

        let user = try await client.call(PutAvatar(user: 7), uploading: .file(folder.file("a.png"))).value

        #expect(user.id == 7)
        #expect(stub.requests[0].body.data == Data("picture".utf8))
    }

    @Test func `a call that has a body already is refused`() async throws {
        struct AddNote: Endpoint {
            static let route: Route = "POST /notes"
            var text: String
        }

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.upload(.text("x"), with: AddNote(text: "y"))
        }

        guard case .invalidRequest(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem == InvalidRequest(.body, "the call has a body of its own, so none can be uploaded with it"))
        #expect(stub.requestCount == 0)
    }

    @Test func `a file that is missing is named, and nothing is sent`() async throws {
        let file = folder.file("none")

        let error = await #expect(throws: CallError<ErrorBody>.self) {
            try await client.upload(.file(file), with: PutAvatar(user: 7))
        }

        guard case .invalidRequest(let problem) = error?.reason else { throw try #require(error) }
        #expect(problem == InvalidRequest(.body, "the file '\(file.path)': No such file or directory"))
        #expect(stub.requestCount == 0)
    }
}
