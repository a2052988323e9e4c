import Foundation

/// What a process has used up to a moment.
struct ProcessUse {
    let instant: ContinuousClock.Instant
    /// Seconds of the processor, on all threads.
    let processor: Double
    /// KiB in physical memory, now and at the most; zero where the system is not Linux.
    let memory: Int
    let peakMemory: Int

    static var now: ProcessUse {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        let processor =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return ProcessUse(
            instant: .now, processor: processor, memory: number("VmRSS:", in: status),
            peakMemory: number("VmHWM:", in: status))
    }

    private static func number(_ name: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// What a client's work took; its JSON is that of `c-client`.
struct Measurement {
    private let count: Int
    private let seconds: Double
    private let processor: Double
    private let end: ProcessUse
    private let idleMemory: Int

    init(_ count: Int, from start: ProcessUse, to end: ProcessUse) {
        self.count = count
        seconds = (end.instant - start.instant) / .seconds(1)
        processor = end.processor - start.processor
        self.end = end
        idleMemory = start.memory
    }

    var json: String {
        String(
            format: "{\"count\": %d, \"seconds\": %.6f, \"cpu_us\": %.3f, \"peak_kb\": %d, \"idle_kb\": %d}",
            count, seconds, processor * 1e6 / Double(max(1, count)), end.peakMemory, idleMemory)
    }
}
