import Foundation

@testable import Portico
@testable import PorticoJSON

/// What came of decoding a document: the value as text, or the error with what has to be the same in it.
enum Outcome: Equatable, CustomStringConvertible {
    case value(String)
    case failure(kind: String, path: [String])
    /// The text is no JSON.
    case malformed
    /// A number that its type has no room for. `JSONDecoder` does not say where.
    case unfitting

    init(_ decode: () throws -> String) {
        do {
            self = .value(try decode())
        } catch let error as DecodingError {
            self.init(error)
        } catch {
            // What becomes a malformed document at the end of a decoding has another name within.
            let isNumber = "\(error)".hasPrefix("numberIsNotRepresentable")
            self = isNumber ? .unfitting : .failure(kind: "\(error)", path: [])
        }
    }

    private init(_ error: DecodingError) {
        switch error {
        case .dataCorrupted(let context):
            if context.underlyingError is JSONSyntaxError {
                self = .malformed
            } else if context.debugDescription.hasPrefix("The number ") || context.isWholeDocument {
                self = .unfitting
            } else {
                self = .failure(kind: "corrupted", path: context.path)
            }
        case .keyNotFound(let key, let context):
            self = .failure(kind: "no \(key.stringValue)", path: context.path)
        case .typeMismatch(let type, let context):
            self = .failure(kind: "no \(type)", path: context.path)
        case .valueNotFound(let type, let context):
            self = .failure(kind: "null for \(type)", path: context.path)
        @unknown default: self = .failure(kind: "\(error)", path: [])
        }
    }

    var description: String {
        switch self {
        case .value(let text): text
        case .failure(let kind, let path): "\(kind) at \(path)"
        case .malformed: "malformed"
        case .unfitting: "a number that does not fit, or malformed"
        }
    }

    var isFailure: Bool {
        if case .value = self { false } else { true }
    }
}

extension DecodingError.Context {
    fileprivate var path: [String] { codingPath.map(\.stringValue) }
    /// What `JSONDecoder` says of malformed text, and of numbers too.
    fileprivate var isWholeDocument: Bool { codingPath.isEmpty && debugDescription.contains("not valid JSON") }
}
