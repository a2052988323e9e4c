import Foundation
import PorticoTesting
import Testing

@testable import Portico

/// A place of a request that a value can be put in, and each way to put it there.
enum Place: Sendable {
    case path, openPath, query, header, json, wholeJSON, form, wholeForm, part

    /// What every way makes of a value in a style; the ways that can have a style of their own are given it there too.
    func outcomes(of value: some Encodable & Sendable, in style: ParameterStyle) -> [Outcome] {
        switch self {
        case .path: plain(InPath(x: value), style)
        case .openPath: plain(InOpenPath(x: value), style)
        case .query: plain(InQuery(x: value), style) + wrapped(value, style) { WrappedInQuery($0, $1) }
        case .header: wrapped(value, style) { WrappedInHeader($0, $1) }
        case .json: plain(InJSON(x: value), style) + wrapped(value, style) { WrappedInJSON($0, $1) }
        case .wholeJSON: plain(WholeJSON(x: value), style)
        case .form: plain(InForm(x: value), style) + wrapped(value, style) { WrappedInForm($0, $1) }
        case .wholeForm: plain(WholeForm(x: value), style)
        case .part: wrapped(value, style) { WrappedInPart($0, $1) }
        }
    }

    struct Outcome {
        let way: String
        let text: String
    }

    private func plain(_ endpoint: some StyledEndpoint, _ style: ParameterStyle) -> [Outcome] {
        let type = "\(type(of: endpoint))".prefix { $0 != "<" }
        let inherited = text(endpoint, Self.client.withStyle(style))
        let own = EndpointStyle.$current.withValue(style) { text(endpoint, Self.client) }
        return [
            Outcome(way: "\(type), client's style", text: inherited),
            Outcome(way: "\(type), endpoint's style", text: own),
        ]
    }

    private func wrapped<Value, Wrapped: StyledEndpoint>(
        _ value: Value, _ style: ParameterStyle, _ make: (Value, ParameterStyle) -> Wrapped
    ) -> [Outcome] {
        let own = text(make(value, style), Self.client)
        return plain(make(value, .inherited), style) + [Outcome(way: "parameter's style", text: own)]
    }

    private static let client =
        Client(environment: APIEnvironment("test", baseURL: "https://h"), transport: StubTransport(.status(.ok)))

    private func text(_ endpoint: some StyledEndpoint, _ client: Client) -> String {
        do throws(CallError<ErrorBody>) {
            let request = try client.httpRequest(for: endpoint)
            do throws(InvalidRequest) { try request.validate() } catch { return "!\(error)" }
            return text(request)
        } catch {
            guard case .invalidRequest(let problem) = error.reason else { return "!!\(error)" }
            return "!\(problem)"
        }
    }

    /// The bytes of the place.
    private func text(_ request: HTTPRequest) -> String {
        switch self {
        case .path, .openPath: request.path
        case .query: String(request.path.dropFirst("/q".count))
        case .header:
            request.fields.filter { $0.name == "x" }.map { "\($0.name): \($0.value)" }.joined(separator: " | ")
        case .json, .wholeJSON, .form, .wholeForm, .part: Self.text(request.body)
        }
    }

    /// The bytes of a body; of a form of parts what differs from one to the next, with `⏎` for the end of a line.
    static func text(_ body: HTTPBody) -> String {
        guard case .multipart(let form) = body.content else {
            return body.data.map { String(decoding: $0, as: UTF8.self) } ?? "\(body.content)"
        }
        let bytes = form.pieces.reduce(into: Data()) { if case .bytes(let data) = $1 { $0 += data } }
        return bytes.split(separator: Data("--\(form.boundary)".utf8)).dropLast()
            .map { String(decoding: $0, as: UTF8.self).replacing("\r\nContent-Disposition: form-data; ", with: "") }
            .joined(separator: " | ").replacing("\r\n", with: "⏎")
    }
}

/// What a shape becomes in one place: the text in every style but those that make another.
///
/// A text that begins with an exclamation mark is an error's.
struct Row: Sendable, CustomTestStringConvertible {
    let shape: String
    let text: String
    let exceptions: [StyleColumn: String]

    init(_ shape: String, _ text: String, _ exceptions: [StyleColumn: String] = [:]) {
        self.shape = shape
        self.text = text
        self.exceptions = exceptions
    }

    var testDescription: String { shape }
}

/// Compares each cell of a row with what every way makes of the shape.
func expect(_ row: Row, in place: Place, _ location: SourceLocation = #_sourceLocation) throws {
    let shape = try #require(allShapes.first { $0.name == row.shape }, "no such shape", sourceLocation: location)
    for column in StyleColumn.allCases {
        let expected = row.exceptions[column] ?? row.text
        #expect(
            row.exceptions[column] != row.text, "\(column) is no exception", sourceLocation: location)
        for outcome in place.outcomes(of: shape.value, in: column.style) {
            #expect(
                outcome.text == expected, "\(row.shape) in \(place), \(column), \(outcome.way)",
                sourceLocation: location)
        }
    }
}

/// A table has a row for every shape, once.
func expectWhole(_ rows: [Row], _ location: SourceLocation = #_sourceLocation) {
    #expect(rows.map(\.shape) == allShapes.map(\.name), sourceLocation: location)
}
