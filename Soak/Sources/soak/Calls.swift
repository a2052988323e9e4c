import Portico

/// A call that is answered at once.
struct PlainCall: Endpoint {
    static let route: Route = "GET /now"
    typealias Response = Void
}

/// A call whose answer the server holds for ever.
struct HeldCall: Endpoint {
    static let route: Route = "GET /held/{id}"
    typealias Response = Void
    var id: Int

    /// The id in a path of such a call, nil in any other.
    static func id(in path: String) -> Int? {
        guard path.hasPrefix("/held/") else { return nil }
        return Int(path.dropFirst("/held/".count))
    }
}

/// What is done with the call of a number: a third are cancelled, and a third of these while the server holds the
/// answer.
enum Fate {
    case answered
    /// Cancelled after so many turns of the scheduler, whatever has come by then.
    case cancelled(turns: Int)
    case cancelledWhileHeld

    /// The same for each run with the same seed.
    init(call: Int, seed: UInt64) {
        var mixed = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(call) &* 0xD1B5_4A32_D192_ED03
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        switch mixed % 9 {
        case 0: self = .cancelledWhileHeld
        case 1, 2: self = .cancelled(turns: Int((mixed >> 8) % 200))
        default: self = .answered
        }
    }
}
