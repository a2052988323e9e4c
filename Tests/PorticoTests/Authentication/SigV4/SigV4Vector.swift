import Foundation
import Portico
import Testing

/// One of AWS's own examples: a request, what to sign it with, and what comes of it. They are read where they are, and
/// are no part of this package.
struct SigV4Vector: Sendable, CustomTestStringConvertible {
    let name: String
    private let folder: URL
    let context: Context

    var testDescription: String { name }

    struct Context: Decodable, Sendable {
        struct Credentials: Decodable, Sendable {
            var access_key_id: String
            var secret_access_key: String
            var token: String?
        }

        var credentials: Credentials
        var expiration_in_seconds: Int
        var normalize: Bool
        var region: String
        var service: String
        var sign_body: Bool
        var timestamp: String
        var omit_session_token: Bool?
    }

    static let folder = ProcessInfo.processInfo.environment["PORTICO_TESTDATA"].map {
        URL(filePath: $0).appending(path: "conformance/sigv4/v4")
    }

    static let all: [SigV4Vector] = {
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        return names.sorted().compactMap { try? SigV4Vector($0) }
    }()

    /// Those whose request no client of Portico sends, with the reason.
    static let refused = [
        "get-header-value-multiline": "a field value over several lines, which RFC 9110, section 5.5, forbids to send"
    ]

    private init(_ name: String) throws {
        self.name = name
        folder = try #require(Self.folder).appending(component: name)
        let data = try Data(contentsOf: folder.appending(component: "context.json"))
        context = try JSONDecoder().decode(Context.self, from: data)
    }

    /// A file of the vector, without the line end that some have.
    func text(_ file: String) throws -> String {
        let text = try String(contentsOf: folder.appending(component: "\(file).txt"), encoding: .utf8)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The method and the target of a file that holds a request. What may not stand in a target is escaped.
    func line(of file: String) throws -> (method: HTTPMethod, target: String) {
        let line = try text(file).split(separator: "\n")[0]
        let method = try #require(line.split(separator: " ").first.flatMap { HTTPMethod(rawValue: String($0)) })
        let target = line.dropFirst(method.rawValue.count + 1).dropLast(" HTTP/1.1".count)
        return (method, target.utf8.map { Self.escaped($0) }.joined())
    }

    private static func escaped(_ byte: UInt8) -> String {
        0x21...0x7E ~= byte ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }

    /// The fields of a file that holds a request, without those that the transport writes. A line that goes on with the
    /// one before is one value, line ends and all.
    func fields(of file: String) throws -> HTTPFields {
        let head = try text(file).components(separatedBy: "\n\n")[0]
        var fields: [HTTPField] = []
        for line in head.split(separator: "\n").dropFirst() {
            if line.hasPrefix(" "), let last = fields.indices.last {
                fields[last].value += "\n\(line)"
            } else {
                let parts = line.split(separator: ":", maxSplits: 1)
                fields.append(HTTPField(name: HTTPField.Name(String(parts[0])), value: String(parts[1])))
            }
        }
        return HTTPFields(fields.filter { $0.name != .host && $0.name != .contentLength })
    }

    var body: HTTPBody {
        get throws {
            let parts = try text("request").components(separatedBy: "\n\n")
            return parts.count > 1 && !parts[1].isEmpty ? .bytes(Data(parts[1].utf8), mediaType: nil) : .none
        }
    }

    /// The call that the vector's request is.
    var request: Request<Data, ErrorBody> {
        get throws {
            let (method, target) = try line(of: "request")
            let url = try #require(URL(string: "https://example.amazonaws.com" + target))
            var request = Request<Data, ErrorBody>(method, url: url, body: .body(try body), mapping: .converted)
            request.options.fields = try fields(of: "request")
            return request
        }
    }

    /// - Parameter isPresigned: whether the signature goes into the query.
    func signer(isPresigned: Bool) -> SigV4Signer {
        let credentials = context.credentials
        return SigV4Signer(
            keys: .init(
                id: credentials.access_key_id, secret: credentials.secret_access_key, sessionToken: credentials.token),
            region: context.region, service: context.service, now: { time },
            lifetime: isPresigned ? context.expiration_in_seconds : nil, normalizesPath: context.normalize,
            sendsBodyHash: context.sign_body, signsSessionToken: context.omit_session_token != true)
    }

    /// `2015-08-30T12:36:00Z` as the signature has it.
    var time: String { context.timestamp.filter { $0 != "-" && $0 != ":" } }
}
