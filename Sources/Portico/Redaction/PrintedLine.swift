#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Redaction {
    /// A line of somebody's own, with what it hides hidden.
    func report(_ text: String) -> String {
        let text = String(text.unicodeScalars.prefix(4096))
        let data = Data(text.utf8)
        let isJSON = text.first == "{" || text.first == "["
        return Self.line(isJSON ? body(data, mediaType: .json) : form(data).asUTF8Text, limit: 500)
    }

    /// Text of unknown origin as part of one line: runs of white space become one space, and controls, which a terminal
    /// would act on, U+FFFD.
    package static func line(_ text: String, limit: Int = .max) -> String {
        var output = ""
        var endsInSpace = false
        for scalar in text.unicodeScalars {
            if output.utf8.count >= limit { return output + "…" }
            let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
            if isSpace && endsInSpace { continue }
            endsInSpace = isSpace
            output.unicodeScalars.append(isSpace ? " " : scalar.isControl ? "\u{FFFD}" : scalar)
        }
        return output
    }
}

extension Unicode.Scalar {
    /// A control of ASCII or Latin 1, a line or paragraph separator, or one that turns the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
