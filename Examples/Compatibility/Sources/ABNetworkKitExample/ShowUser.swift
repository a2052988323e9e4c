import ABNetworkKit
import Synchronization

/// An operation attaches a request to a dispatcher, and says what its answer is made into.
final class ShowUser: ABOperationProtocol {
    private let id: Int
    private let task = Mutex<ABTask?>(nil)

    init(id: Int) { self.id = id }

    var request: any ABRequestProtocol { UserRequest.show(id: id) }

    func execute(
        in dispatcher: any ABDispatcherProtocol, _ completion: @escaping @Sendable (Result<String, any Error>) -> Void
    ) {
        do {
            let task = try dispatcher.execute(request: request) { response in completion(Self.name(in: response)) }
            self.task.withLock { $0 = task }
        } catch {
            completion(.failure(error))
        }
    }

    func cancel() { task.withLock(\.self)?.cancel() }

    private static func name(in response: ABNetworkResponse) -> Result<String, any Error> {
        switch response {
        case .json(let json, _): .success((json as? [String: Any])?["name"] as? String ?? "nobody")
        case .error(let error, _): .failure(error ?? CancellationError())
        case .file: .success("a file")
        }
    }
}
