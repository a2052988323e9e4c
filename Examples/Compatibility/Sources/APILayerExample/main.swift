import APILayer
import Foundation

let session = Session()
API.parameterMapper = Mapper(session)
API.tokenRefreshDelegate = session

// Before there is a server, a folder of JSON answers.
let folder = FileManager.default.temporaryDirectory.appending(component: "mocks-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
try Data(#"[{"name": "Ada, from a file"}]"#.utf8).write(to: folder.appending(component: "collection.json"))
API.mocker = MockFolder(folder)

await withCheckedContinuation { ended in
    API.request(Router.getCollection) { (result: Result<[Member], any Error>) in
        print("mocked: \(result.map { $0.map(\.name) })")
        ended.resume()
    }
}

// Removing it goes live. The token has ended, so the request waits for another, and goes out once more.
API.mocker = nil
try FileManager.default.removeItem(at: folder)
await withCheckedContinuation { ended in
    API.request(Router.getOffice(officeName: "berlin")) { (result: Result<Office, any Error>) in
        switch result {
        case .success(let office):
            print("live: \(office.displayName), \(office.founded), \(office.members.map(\.name))")
        case .failure(let error): print(error)
        }
        ended.resume()
    }
}

await withCheckedContinuation { ended in
    API.request(Router.getOffice(officeName: "nowhere")) { (result: Result<Office, any Error>) in
        if case .failure(let error) = result { print("a failure: \(error)") }
        ended.resume()
    }
}
