extension Duration {
    /// This duration as a time limit: not less than none at all, and not more than a century, beyond which clocks
    /// overflow.
    package var asTimeLimit: Duration { min(max(self, .zero), Self.longestTimeLimit) }

    private static let longestTimeLimit = Duration.seconds(3_155_760_000)
}
