/// How a ``MockServer`` comes by an answer.
package enum AnswerPlan: Sendable {
    /// It is there, or was found without blocking.
    case now(MockAnswer)
    /// By work that may block, on a thread beside the one that serves. It is done though the client may leave.
    case onThread(@Sendable () -> MockAnswer)
    /// By a task, which is cancelled where the client leaves.
    case inTask(@Sendable () async -> MockAnswer)
}
