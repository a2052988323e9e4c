import ABNetworkKit
import Foundation
import PorticoTesting

// A server in this process.
let server = try MockServer { request in
    switch (request.method, request.target) {
    case (.get, "/users?id=7"): .json(#"{"name": "Ada"}"#)
    case (.post, "/users"): .json(request.text, status: 201)
    case (.get, "/archive"): .bytes(Data(repeating: 7, count: 300_000))
    default: .json(#"{"message": "nobody of that number"}"#, status: 404)
    }
}

// The calls of a development environment are logged to standard error.
var environment = ABEnvironment(host: server.baseURL.absoluteString, type: .development)
environment.headers = ["X-App": "example"]
let dispatcher = ABNetworkDispatcher(environment: environment)

for id in [7, 8] {
    let name = await withCheckedContinuation { continuation in
        ShowUser(id: id).execute(in: dispatcher) { continuation.resume(returning: $0) }
    }
    print("user \(id): \(name)")
}

let added = try await withCheckedThrowingContinuation { continuation in
    do {
        try dispatcher.execute(request: UserRequest.add(name: "Bo")) { response in
            guard case .json(_, let head) = response else { return continuation.resume(returning: 0) }
            continuation.resume(returning: head?.statusCode ?? 0)
        }
    } catch {
        continuation.resume(throwing: error)
    }
}
print("added, with the status \(added), which is a success as every other of its hundred")

let file = try await withCheckedThrowingContinuation { continuation in
    let request = UserRequest.archive { part, words in if part == 1 { print("downloaded: \(words)") } }
    do {
        try dispatcher.execute(request: request) { response in
            guard case .file(let location, _) = response else { return continuation.resume(returning: nil as URL?) }
            continuation.resume(returning: location)
        }
    } catch {
        continuation.resume(throwing: error)
    }
}
print("a file that keeps its name: \(file?.lastPathComponent ?? "none")")
if let file { try FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
