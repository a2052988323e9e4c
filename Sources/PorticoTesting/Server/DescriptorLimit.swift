#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How many files and connections a process may have open (`ulimit -n`).
package enum DescriptorLimit {
    /// Raises the limit as far as the system lets the process do so, up to what thousands of connections take.
    package static func raise() {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        #if canImport(Darwin)
        let enough = rlim_t(OPEN_MAX)
        #else
        let enough = rlim_t(65_536)
        #endif
        guard limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(resource, &limit)
    }
}
