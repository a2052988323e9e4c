import APIManager
import Foundation

await withCheckedContinuation { ended in
    ExampleService.getUser(byId: 452398)
        .onSuccess { (returnValue: User) in
            print("success, on a background thread: \(returnValue.name)")
            ended.resume()
        }
        .onFailure { (error) in
            print("failure: \(error)")
            ended.resume()
        }
        .perform(withAuthorization: nil)
}

await withCheckedContinuation { ended in
    ExampleService.getUser(byId: 7)
        .onSuccess { _ in ended.resume() }
        .onFailure { error in
            print("a failure, with the key hidden: \(error)")
            ended.resume()
        }
        .perform(withAuthorization: APIKey(key: "k-123"))
}

await withCheckedContinuation { ended in
    let request = ExampleService.getUser(byId: 452398)
        .onCancellation {
            print("cancelled before its start: nothing was sent")
            ended.resume()
        }
    request.cancel()
}
