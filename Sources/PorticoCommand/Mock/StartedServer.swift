import Portico
import PorticoTesting

extension MockServer {
    /// Starts the server of a command. That it cannot be is told without a word of exchanges.
    static func started(
        port: Int, limits: Limits, _ plan: @escaping @Sendable (ReceivedRequest) -> AnswerPlan
    ) throws(Failure) -> MockServer {
        do throws(TransportError) { return try planning(port: port, limits: limits, plan) } catch {
            throw Failure(error.message)
        }
    }
}
