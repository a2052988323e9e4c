/// A request together with what its answer is made into: what the rest of an app calls.
///
/// ```swift
/// final class ShowUser: ABOperationProtocol {
///     let request: any ABRequestProtocol = UserRequest.show(id: 7)
///     private let task = Mutex<ABTask?>(nil)
///
///     func execute(in dispatcher: any ABDispatcherProtocol, _ completion: @escaping @Sendable (User?) -> Void) {
///         let task = try? dispatcher.execute(request: request) { response in completion(User(response)) }
///         self.task.withLock { $0 = task }
///     }
///
///     func cancel() { task.withLock(\.self)?.cancel() }
/// }
/// ```
public protocol ABOperationProtocol {
    /// What the answer is made into.
    associatedtype Output

    /// What is sent.
    var request: any ABRequestProtocol { get }

    /// Ends the operation. Its completion is called all the same.
    func cancel() -> Void

    /// Sends the request, and calls the completion once.
    @preconcurrency func execute(
        in dispatcher: any ABDispatcherProtocol, _ completion: @escaping @Sendable (Output) -> Void
    ) -> Void
}
