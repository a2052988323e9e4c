#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting

/// One exchange for a person to read: both messages, bodies of JSON laid out, others as text or told in words.
struct ShownExchange {
    private let entry: HTTPArchive.Entry

    init(_ entry: HTTPArchive.Entry) { self.entry = entry }

    var text: String {
        let (request, response) = (entry.request, entry.response)
        let words = response.statusText.isEmpty ? "" : " \(response.statusText)"
        let status = "\(response.httpVersion) \(response.status)\(words)"
        let sent = request.postData.map { postData in
            body(try? entry.httpRequest().body.data, postData.mimeType, postData.comment)
        }
        let received = body(try? entry.httpResponse().data, response.content.mimeType, response.content.comment)
        return [
            head("\(request.method) \(request.url)", request.headers), sent ?? "",
            head(response.status == 0 ? "no answer" : status, response.headers),
            response.status == 0 ? "" : received, timings,
        ].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func head(_ line: String, _ pairs: [HTTPArchive.Pair]) -> String {
        let lines = pairs.map { "\($0.name): \($0.value)" }
        return ([line] + lines).map { Redaction.line($0) }.joined(separator: "\n")
    }

    private func body(_ data: Data?, _ mimeType: String, _ comment: String?) -> String {
        guard let data else { return "<\(Redaction.line(comment ?? "the body was not kept"))>" }
        guard !data.isEmpty else { return "" }
        if let value = JSONValue(parsing: data), let text = laidOut(value) { return text }
        let isPrintable = data.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if isPrintable, let text = String(validating: data, as: UTF8.self) { return text }
        return "<\(data.count) bytes of \(Redaction.line(mimeType.isEmpty ? "unknown type" : mimeType))>"
    }

    private func laidOut(_ value: JSONValue) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    private var timings: String {
        let timings = entry.timings
        let phases: [(String, Double?)] = [
            ("blocked", timings.blocked), ("name", timings.dns), ("connection", timings.connect), ("TLS", timings.ssl),
            ("sending", timings.send), ("waiting", timings.wait), ("receiving", timings.receive),
        ]
        let known = phases.compactMap { name, time in
            time.flatMap { $0 > 0 ? "\(name) \(milliseconds($0))" : nil }
        }
        return (["\(milliseconds(entry.time)) in all"] + known).joined(separator: ", ")
    }

    private func milliseconds(_ value: Double) -> String { "\((value * 10).rounded() / 10) ms" }
}
