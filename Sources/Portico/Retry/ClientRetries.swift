extension Client {
    /// A client that sends again what fails for the moment; ``CallOptions/retry`` decides for a single call.
    ///
    /// ```swift
    /// let patient = client.withRetry(.standard)
    /// ```
    public func withRetry(_ policy: RetryPolicy) -> Client { with { $0.options.retry = policy } }

    /// A client with a budget of retries of its own, which the copies that are made of it share. The one that a client
    /// is made with is `RetryBudget()`.
    public func withRetryBudget(_ budget: RetryBudget) -> Client {
        with { $0.retryBudget = SharedRetryBudget(budget) }
    }
}
