import Foundation
import Portico

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells how a request goes and what became of it, on the queue that was asked for.
struct Delivery: Sendable {
    private let url: URL?
    private let queue: OperationQueue
    private let onProgress: (@Sendable (Float, String) -> Void)?
    private let completion: @Sendable (ABNetworkResponse) -> Void

    init(
        url: URL?, queue: OperationQueue, onProgress: (@Sendable (Float, String) -> Void)?,
        _ completion: @escaping @Sendable (ABNetworkResponse) -> Void
    ) {
        self.url = url
        self.queue = queue
        self.onProgress = onProgress
        self.completion = completion
    }

    /// Starts a call, whose end is told once.
    func run<Value>(
        _ call: Call<Value, ErrorBody>, onFailure: @escaping @Sendable () -> Void = {},
        _ response: @escaping @Sendable (Value, (ResponseHead) -> HTTPURLResponse?) -> ABNetworkResponse
    ) -> ABTask {
        let task = ABTask { call.cancel() }
        @Sendable func tell(_ response: @escaping @Sendable () -> ABNetworkResponse) {
            queue.addOperation {
                task.complete()
                completion(response())
            }
        }
        if let onProgress {
            call.onProgress { progress in
                guard progress.direction == .download else { return }
                queue.addOperation { onProgress(progress.part, progress.words) }
            }
        }
        call.onSuccess { value in tell { response(value, head) } }
            .onFailure { error in
                onFailure()
                tell { .error(error, error.head.flatMap(head)) }
            }
            .onCancel {
                onFailure()
                tell { .error(URLError(.cancelled), nil) }
            }
            .start()
        return task
    }

    private func head(_ head: ResponseHead) -> HTTPURLResponse? {
        guard let url else { return nil }
        let fields = Dictionary(head.fields.map { ($0.name.rawName, $0.value) }) { "\($0), \($1)" }
        return HTTPURLResponse(url: url, statusCode: head.status.code, httpVersion: nil, headerFields: fields)
    }
}

extension TransferProgress {
    fileprivate var part: Float { Float(fraction ?? 0) }
    fileprivate var words: String { "\(completed)\(expected.map { " of \($0)" } ?? "") bytes" }
}

extension CallError<ErrorBody> {
    /// The head of the answer, with nothing hidden where it is the failure.
    fileprivate var head: ResponseHead? {
        if case .failure(let body) = reason { body.head } else { response }
    }
}
