#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPChunks {
    private enum Event { case read(Data, TransportError?), alarm(rang: Bool) }

    /// All that comes until the end, the limit, the deadline or a fault, with the reason where it is not the end.
    /// - Parameter deadline: which one it is that ends after `timeout`, by `clock`.
    func beginning(
        limit: Int, within timeout: Duration?, _ deadline: Deadline, by clock: any Clock<Duration>
    ) async -> (data: Data, problem: TransportError?) {
        guard let timeout else { return await beginning(limit: limit) }
        return await withTaskGroup(of: Event.self) { group in
            group.addTask {
                let (data, problem) = await beginning(limit: limit)
                return .read(data, problem)
            }
            group.addTask { .alarm(rang: (try? await clock.sleep(for: timeout)) != nil) }
            var isLate = false
            for await event in group {
                switch event {
                case .alarm(let rang) where rang:
                    isLate = true
                    group.cancelAll()
                case .alarm: break
                case .read(let data, let problem):
                    group.cancelAll()
                    return (data, problem != nil && isLate ? TransportError(.timedOut(deadline)) : problem)
                }
            }
            return (Data(), nil)
        }
    }

    private func beginning(limit: Int) async -> (data: Data, problem: TransportError?) {
        var data = Data()
        do throws(TransportError) {
            for try await chunk in self {
                let room = Swift.max(0, limit - data.count)
                data.append(chunk.prefix(room))
                guard chunk.count <= room else { throw TransportError(.bodyTooLarge(limit: limit)) }
            }
            return (data, nil)
        } catch {
            return (data, error)
        }
    }
}
