import Foundation
import Portico
import PorticoCurl

/// What `curl-reference` measures, over `CurlTransport` or a whole `Client` over it:
///
///     curl-client URL REQUESTS IN_FLIGHT transport|stream|client
@main struct CurlClient {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let url = URL(string: arguments[1]), let total = Int(arguments[2]),
            let inFlight = Int(arguments[3]), let request = HTTPRequest(url: url)
        else { exit(2) }
        let policy = request.scheme == "https" ? TLSPolicy.trustingAnyServerForDevelopment : TLSPolicy()
        let transport = CurlTransport(CurlConfiguration(tls: policy))
        let send: @Sendable () async throws -> Int
        if arguments[4] == "stream" {
            send = {
                let response = try await transport.send(request, TransportOptions(delivery: .streamed))
                guard case .chunks(let chunks) = response.body else { return 0 }
                var count = 0
                for try await chunk in chunks { count += chunk.count }
                return count
            }
        } else if arguments[4] == "client" {
            let base = "\(request.scheme)://\(request.authority)"
            let client = Client(environment: APIEnvironment("bench", baseURL: base), transport: transport)
            let call = Request<Data, ErrorBody>.get("\(String(url.path.dropFirst()))")
            send = { try await client.send(call).count }
        } else {
            send = { try await transport.send(request, TransportOptions()).data?.count ?? 0 }
        }
        _ = try await send()
        let (start, startCPU) = (ContinuousClock.now, cpu())
        let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
            for lane in 0..<inFlight {
                group.addTask {
                    var bytes = 0
                    for _ in 0..<(total / inFlight + (lane < total % inFlight ? 1 : 0)) { bytes += try await send() }
                    return bytes
                }
            }
            var bytes = 0
            for try await lane in group { bytes += lane }
            return bytes
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        let used = cpu() - startCPU
        print(
            String(
                format: "{\"rps\": %.0f, \"cpu_us\": %.2f, \"bytes\": %d, \"failed\": 0}",
                Double(total) / wall, used / Double(total) * 1e6, bytes))
    }

    static func cpu() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
