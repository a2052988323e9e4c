import Portico
import Synchronization

/// The transfers of a transport that are not under way, to be used again: the last one given back is the first one taken.
final class TransferPool: Sendable {
    /// How many are kept. A transfer that has received much holds half a megabyte.
    private static let limit = 128

    private let idle = Mutex<[Transfer]>([])
    private let share: Share?
    private let configuration: CurlConfiguration

    init(_ configuration: CurlConfiguration) {
        self.configuration = configuration
        share = Share()
    }

    func take() throws(TransportError) -> Transfer {
        if let transfer = idle.withLock({ $0.popLast() }) { return transfer }
        guard let share, let transfer = Transfer(share) else {
            throw TransportError(.other, "libcurl has no memory for another transfer, or could not be initialized")
        }
        try configuration.apply(to: transfer)
        return transfer
    }

    func giveBack(_ transfer: Transfer) {
        transfer.finish()
        idle.withLock { if $0.count < Self.limit { $0.append(transfer) } }
    }
}
