#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// The system's functions under names of their own: within a type that has a `read`, the system's is hidden, and its
// module has another name on each system.
let systemOpen = open(_:_:_:)
let systemRead = read(_:_:_:)
let systemWrite = write(_:_:_:)
