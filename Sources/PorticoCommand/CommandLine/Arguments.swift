private import CGetopt

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the words of a command line say: options with their values, and operands.
struct Arguments: Sendable, Equatable {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option, the last one where it was given several times.
    func value(_ name: String) -> String? { values[name]?.last }

    /// Every value of an option, in order.
    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// The whole number that an option has.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// The time that an option has, in seconds: `30` or `0.25`.
    func seconds(_ name: String) throws(UsageError) -> Duration? {
        guard let text = value(name) else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
            throw UsageError("--\(name) takes a number of seconds above 0, not '\(text)'")
        }
        return .seconds(seconds)
    }
}

extension Arguments {
    /// Reads words by `getopt_long`: options before, between and after operands, letters together (`-vk`), values with a
    /// space or `=`, names shortened as far as they are clear, and `--` before operands that look like options.
    ///
    /// On one thread at a time: getopt keeps its place in variables of the process.
    @MainActor
    init(_ words: [String], options: [Option]) throws(UsageError) {
        var list: [UnsafeMutablePointer<CChar>?] = ([""] + words).map { strdup($0) }
        // Getopt changes the order of the list, and nothing else may be freed than what is here now.
        let owned = list + options.map { strdup($0.name) }
        list.append(nil)
        defer { for text in owned { free(text) } }
        guard owned.allSatisfy({ $0 != nil }) else { throw UsageError("there is no memory for the arguments") }
        let table = zip(options, owned.suffix(options.count)).map { option, name in
            cg_option(
                long_name: UnsafePointer(name), short_name: CChar(option.letter?.asciiValue ?? 0),
                takes_value: option.value != nil)
        }

        let found = Found()
        let context = Unmanaged.passUnretained(found).toOpaque()
        let result = withExtendedLifetime(found) {
            cg_parse(
                Int32(words.count + 1), &list, table, Int32(table.count),
                { context, option, value in
                    guard let context else { return }
                    Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().add(Int(option), value)
                }, context)
        }
        guard result.outcome == CG_OK else { throw Self.error(result, options) }
        for (index, value) in found.values where options.indices.contains(index) {
            values[options[index].name, default: []].append(value)
        }
        operands = list.dropFirst(Int(result.operands)).compactMap { $0.map { String(cString: $0) } }
    }

    private final class Found {
        var values: [(option: Int, value: String)] = []

        func add(_ option: Int, _ value: UnsafePointer<CChar>?) {
            values.append((option, value.map { String(cString: $0) } ?? ""))
        }
    }

    private static func error(_ result: cg_result, _ options: [Option]) -> UsageError {
        let word = result.word.map { String(cString: $0) }
        let name =
            word.map { String($0.prefix { $0 != "=" }) }
            ?? "-\(Character(UnicodeScalar(UInt8(bitPattern: result.letter))))"
        switch result.outcome {
        case CG_MISSING_VALUE:
            return UsageError("\(name) needs a value")
        case CG_UNEXPECTED_VALUE:
            return UsageError("\(name) takes no value")
        case CG_OUT_OF_MEMORY:
            return UsageError("there is no memory for the arguments")
        default:
            let meant = options.map { "--\($0.name)" }.filter { name.count > 2 && $0.hasPrefix(name) }
            return UsageError(
                meant.isEmpty
                    ? "there is no option \(name)" : "\(name) may stand for \(meant.joined(separator: " or "))")
        }
    }
}
