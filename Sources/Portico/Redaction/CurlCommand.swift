/// A request as arguments of `curl`, quoted for a POSIX shell.
enum CurlCommand {
    static func text(for request: RedactedRequest) -> String {
        var arguments = ["curl"]
        arguments += request.method == .head ? ["--head"] : ["--request", quoted(request.method.rawValue)]
        // Left alone, curl reads brackets and braces as ranges and lists, and takes dot segments out of the path.
        if request.urlText.utf8.contains(where: { "[]{}".utf8.contains($0) }) { arguments.append("--globoff") }
        if request.urlText.contains("/.") { arguments.append("--path-as-is") }
        for field in request.fields where !isWrittenByCurl(field, request.content) {
            // `Name;` is how curl spells a field with no value; `Name:` would take the field away.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            arguments += ["--header", quoted(line)]
        }
        arguments += body(request)
        arguments.append(quoted(request.urlText))
        return arguments.joined(separator: " ")
    }

    /// Text as one word of a shell.
    static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(\.isPlainInShell) { return text }
        // By bytes: a quote with a combining mark after it is one `Character`, and would end the word.
        let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(Substring($0)) }.joined(separator: #"'\''"#) + "'"
    }

    /// curl makes a boundary of its own.
    private static func isWrittenByCurl(_ field: HTTPField, _ content: RedactedContent) -> Bool {
        guard case .form = content else { return false }
        return field.name == .contentType
    }

    private static func body(_ request: RedactedRequest) -> [String] {
        var arguments: [String] = []
        switch request.content {
        case .form(let parts): return parts.flatMap(form)
        case .none:
            guard request.method == .post || request.method == .put || request.method == .patch else { return [] }
            arguments = ["--data-raw", "''"]
        case .text(let text): arguments = ["--data-raw", quoted(text)]
        case .leftOut(_, let name): arguments = ["--data-binary", quoted("@" + name)]
        case .file(let path, _): arguments = ["--data-binary", quoted("@" + path)]
        case .stream: arguments = ["--data-binary", "@-"]
        }
        // Data makes curl say that it is a form, unless told otherwise.
        return request.fields.contains(.contentType) ? arguments : ["--header", "'Content-Type:'"] + arguments
    }

    private static func form(_ part: RedactedContent.Part) -> [String] {
        var details = part.filename.map { ";filename=\(inQuotes($0))" } ?? ""
        details += part.mediaType.map { ";type=\($0)" } ?? ""
        switch part.content {
        case .text(let text) where details.isEmpty:
            return ["--form-string", quoted("\(part.name)=\(text)")]
        case .text(let text):
            return ["--form", quoted("\(part.name)=\(inQuotes(text))\(details)")]
        case .file(let path, _):
            return ["--form", quoted("\(part.name)=@\(inQuotes(path))\(details)")]
        case .leftOut(_, let name):
            return ["--form", quoted("\(part.name)=@\(inQuotes(name))\(details)")]
        case .none, .form, .stream:
            return []
        }
    }

    /// A value between the quotes that `--form` knows.
    private static func inQuotes(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { output, scalar in
            if scalar == "\"" || scalar == "\\" { output += "\\" }
            output.unicodeScalars.append(scalar)
        }
        return "\"\(escaped)\""
    }
}

extension UInt8 {
    /// No shell reads anything into it.
    fileprivate var isPlainInShell: Bool {
        switch self {
        case _ where isLetterOrDigit: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
