#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting

/// The request that options and operands describe.
struct RequestArguments {
    static let options: [Option] = [
        .value("method", "X", "NAME", "GET unless given, POST where there is a body."),
        .value("header", "H", "NAME: VALUE", "A field of the request. May be repeated."),
        .value("query", "q", "NAME=VALUE", "An item of the query, which is escaped. May be repeated."),
        .value("json", "j", "TEXT", "A body of JSON, which is checked."),
        .value("data", "d", "TEXT", "A body of bytes."),
        .value("form", "f", "NAME=VALUE", "A field of a form, URL-encoded. May be repeated."),
        .value("entry", "e", "NUMBER", "Which entry of a HAR file, from 0."),
    ]

    private let method: HTTPMethod
    private let url: URL
    private let fields: RequestValues
    private let content: RequestContent

    init(_ arguments: Arguments, _ console: Console) throws {
        let recorded = try Self.recorded(arguments)
        var own = HTTPFields()
        for text in arguments.values("header") {
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
                throw UsageError("--header takes 'NAME: VALUE', not '\(text)'")
            }
            let value = text[text.index(after: colon)...].drop { $0 == " " }
            own.append(HTTPField.Name(String(text[..<colon])), String(value))
        }
        var fields = RequestValues()
        let names = Set(own.map(\.name))
        for field in (recorded?.fields ?? [:]).filter({ !names.contains($0.name) }) + Array(own) {
            fields.append(field.name.rawName, field.value)
        }
        self.fields = fields
        let body = try Self.content(arguments, console, mediaType: own[.contentType])
        content = body ?? recorded.map { .body($0.body) } ?? .none
        if let name = arguments.value("method") {
            guard let named = HTTPMethod(rawValue: name) else { throw UsageError("'\(name)' is no method") }
            method = named
        } else {
            method = recorded?.method ?? (body == nil ? .get : .post)
        }
        url = try Self.url(recorded?.urlText ?? arguments.operands[0], arguments.values("query"))
    }

    /// The URL's scheme and authority, to which credentials belong.
    func origin() throws -> String {
        let text = url.absoluteString
        guard let start = text.firstRange(of: "://") else { throw UsageError("'\(text)' is no URL") }
        let authority = text[start.upperBound...].prefix { !"/?#".contains($0) }
        return String(text[..<start.upperBound] + authority)
    }

    func request() throws -> Request<HTTPResponse, ErrorBody> {
        Request(method, url: url, fields: fields, body: content, mapping: .converted)
    }
}

extension RequestArguments {
    private static func recorded(_ arguments: Arguments) throws -> HTTPRequest? {
        let operand = arguments.operands[0]
        guard operand.hasSuffix(".har"), !operand.contains("://") else {
            guard !arguments.has("entry") else {
                throw UsageError("--entry is for a HAR file, and '\(operand)' is none")
            }
            return nil
        }
        let entries = try HTTPArchive(contentsOf: URL(fileURLWithPath: operand)).entries
        guard !entries.isEmpty else { throw Failure("'\(operand)' has no entries") }
        let range = 0...(entries.count - 1)
        guard let number = try arguments.number("entry", in: range) ?? (entries.count == 1 ? 0 : nil) else {
            throw UsageError("'\(operand)' has \(entries.count) entries: --entry says which")
        }
        return try entries[number].httpRequest()
    }

    private static func url(_ text: String, _ query: [String]) throws -> URL {
        // What is no URL yet is a host, as in an address bar; one of this machine is asked without TLS.
        let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { text.hasPrefix($0) }
        var text = text.contains("://") ? text : "\(isLocal ? "http" : "https")://\(text)"
        text = String(text.prefix { $0 != "#" })
        for item in query {
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(escaped)
            text += (text.contains("?") ? "&" : "?") + sides.joined(separator: "=")
        }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else {
            throw UsageError("'\(text)' is no URL of http or https")
        }
        return url
    }

    private static func escaped(_ text: Substring) -> String {
        var output: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func content(
        _ arguments: Arguments, _ console: Console, mediaType: String?
    ) throws -> RequestContent? {
        let given = ["json", "data", "form"].filter(arguments.has)
        guard given.count < 2 else { throw UsageError("--\(given[0]) and --\(given[1]) are two bodies") }
        if let text = arguments.value("json") {
            let data = try bytes(text, console)
            do throws(MalformedJSON) { try JSONValue.check(data) } catch { throw Failure("the body is \(error)") }
            return .bytes(data, mediaType: mediaType.flatMap { MediaType($0) } ?? .json)
        }
        if let text = arguments.value("data") {
            let type = mediaType.flatMap { MediaType($0) } ?? .octetStream
            guard text.hasPrefix("@"), text != "@-" else { return .bytes(try bytes(text, console), mediaType: type) }
            return .file(URL(fileURLWithPath: String(text.dropFirst())), mediaType: type)
        }
        guard arguments.has("form") else { return nil }
        var form = RequestValues()
        for item in arguments.values("form") {
            guard let equals = item.firstIndex(of: "="), equals != item.startIndex else {
                throw UsageError("--form takes NAME=VALUE, not '\(item)'")
            }
            form.append(String(item[..<equals]), String(item[item.index(after: equals)...]))
        }
        return .form(form)
    }

    /// As it is, from a file, or from standard input.
    private static func bytes(_ text: String, _ console: Console) throws -> Data {
        if text == "@-" { return try console.readInput(limit: 256 << 20) }
        guard text.hasPrefix("@") else { return Data(text.utf8) }
        return try ConnectionArguments.file(String(text.dropFirst()))
    }
}
