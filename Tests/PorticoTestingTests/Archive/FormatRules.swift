import Foundation
import Portico

/// The rules of HAR 1.2, as its specification has them, field by field; `_…` is a tool's own and may be anything.
struct FormatRules {
    indirect enum Kind: Sendable {
        case string, number, boolean, date
        case object([String: Rule])
        case list(Kind)
    }

    struct Rule: Sendable {
        let kind: Kind
        let isRequired: Bool
    }

    /// What an archive does not keep to: `log.entries[0].time: missing`.
    static func violations(in archive: JSONValue) -> [String] {
        guard let log = archive["log"] else { return ["log: missing"] }
        var found = check(log, .object(logRules), "log")
        for (index, entry) in (log["entries"]?.array ?? []).enumerated() {
            found += violations(ofEntry: entry).map { "log.entries[\(index)]\($0)" }
        }
        return found
    }

    private static func violations(ofEntry entry: JSONValue) -> [String] {
        var found: [String] = []
        let phases = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap {
            entry["timings"]?[$0]?.double
        }
        let sum = phases.filter { $0 > 0 }.reduce(0, +)
        if abs(sum - (entry["time"]?.double ?? -1)) > 0.01 { found.append(".time: not the sum of the timings") }
        for phase in ["send", "wait", "receive"] where (entry["timings"]?[phase]?.double ?? -1) < 0 {
            found.append(".timings.\(phase): negative")
        }
        if let postData = entry["request"]?["postData"], postData["params"] != nil, postData["text"] != nil {
            found.append(".request.postData: both params and text")
        }
        if let encoding = entry["response"]?["content"]?["encoding"]?.string, encoding != "base64" {
            found.append(".response.content.encoding: \(encoding)")
        }
        return found
    }

    private static func check(_ value: JSONValue, _ kind: Kind, _ place: String) -> [String] {
        switch (kind, value) {
        case (.string, .string), (.number, .number), (.boolean, .bool): return []
        case (.date, .string(let text)):
            return text.wholeMatch(of: dateFormat) == nil ? ["\(place): no date: \(text)"] : []
        case (.list(let kind), .array(let values)):
            return values.enumerated().flatMap { check($1, kind, "\(place)[\($0)]") }
        case (.object(let rules), .object(let members)):
            let unknown = members.keys.filter { rules[$0] == nil && !$0.hasPrefix("_") }.map {
                "\(place).\($0): unknown"
            }
            return unknown
                + rules.flatMap { name, rule -> [String] in
                    guard let member = members[name] else {
                        return rule.isRequired ? ["\(place).\(name): missing"] : []
                    }
                    return check(member, rule.kind, "\(place).\(name)")
                }
        default: return ["\(place): of a wrong type: \(value)"]
        }
    }

    private static var dateFormat: Regex<Substring> {
        /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})/
    }

    private static func required(_ kind: Kind) -> Rule { Rule(kind: kind, isRequired: true) }
    private static func optional(_ kind: Kind) -> Rule { Rule(kind: kind, isRequired: false) }
}

extension FormatRules {
    private static let tool: Kind = .object([
        "name": required(.string), "version": required(.string), "comment": optional(.string),
    ])

    private static let logRules: [String: Rule] = [
        "version": required(.string), "creator": required(tool), "browser": optional(tool),
        "comment": optional(.string),
        "pages": optional(.list(page)), "entries": required(.list(entry)),
    ]

    private static let page: Kind = .object([
        "startedDateTime": required(.date), "id": required(.string), "title": required(.string),
        "comment": optional(.string),
        "pageTimings": required(
            .object([
                "onContentLoad": optional(.number), "onLoad": optional(.number), "comment": optional(.string),
            ])),
    ])

    private static let entry: Kind = .object([
        "pageref": optional(.string), "startedDateTime": required(.date), "time": required(.number),
        "request": required(request), "response": required(response), "cache": required(cache),
        "timings": required(timings), "serverIPAddress": optional(.string), "connection": optional(.string),
        "comment": optional(.string),
    ])

    private static let request: Kind = .object([
        "method": required(.string), "url": required(.string), "httpVersion": required(.string),
        "cookies": required(.list(cookie)), "headers": required(.list(pair)), "queryString": required(.list(pair)),
        "postData": optional(postData), "headersSize": required(.number), "bodySize": required(.number),
        "comment": optional(.string),
    ])

    private static let response: Kind = .object([
        "status": required(.number), "statusText": required(.string), "httpVersion": required(.string),
        "cookies": required(.list(cookie)), "headers": required(.list(pair)), "content": required(content),
        "redirectURL": required(.string), "headersSize": required(.number), "bodySize": required(.number),
        "comment": optional(.string),
    ])

    private static let cookie: Kind = .object([
        "name": required(.string), "value": required(.string), "path": optional(.string), "domain": optional(.string),
        "expires": optional(.date), "httpOnly": optional(.boolean), "secure": optional(.boolean),
        "comment": optional(.string),
    ])

    private static let pair: Kind = .object([
        "name": required(.string), "value": required(.string), "comment": optional(.string),
    ])

    private static let postData: Kind = .object([
        "mimeType": required(.string), "params": optional(.list(param)), "text": optional(.string),
        "comment": optional(.string),
    ])

    private static let param: Kind = .object([
        "name": required(.string), "value": optional(.string), "fileName": optional(.string),
        "contentType": optional(.string), "comment": optional(.string),
    ])

    private static let content: Kind = .object([
        "size": required(.number), "compression": optional(.number), "mimeType": required(.string),
        "text": optional(.string), "encoding": optional(.string), "comment": optional(.string),
    ])

    private static let cache: Kind = .object([
        "beforeRequest": optional(cacheState), "afterRequest": optional(cacheState), "comment": optional(.string),
    ])

    private static let cacheState: Kind = .object([
        "expires": optional(.string), "lastAccess": required(.string), "eTag": required(.string),
        "hitCount": required(.number), "comment": optional(.string),
    ])

    private static let timings: Kind = .object([
        "blocked": optional(.number), "dns": optional(.number), "connect": optional(.number), "send": required(.number),
        "wait": required(.number), "receive": required(.number), "ssl": optional(.number), "comment": optional(.string),
    ])
}
