import Foundation
import Testing

@testable import PorticoJSON

/// A way to set both decoders up.
struct Setting: Sendable {
    let fast: @Sendable (inout FastJSONDecoder) -> Void
    let foundation: @Sendable (JSONDecoder) -> Void

    static let plain = Setting(fast: { _ in }, foundation: { _ in })
    static let snakeCase = Setting(
        fast: { $0.keyDecodingStrategy = .convertFromSnakeCase },
        foundation: { $0.keyDecodingStrategy = .convertFromSnakeCase })
    static let customKeys = Setting(
        fast: { $0.keyDecodingStrategy = .custom { PathKey.name($0.last?.stringValue.uppercased() ?? "") } },
        foundation: { $0.keyDecodingStrategy = .custom { PathKey.name($0.last?.stringValue.uppercased() ?? "") } })

    static func dates(_ fast: FastJSONDecoder.DateStrategy, _ foundation: JSONDecoder.DateDecodingStrategy) -> Setting {
        Setting(fast: { $0.dateDecodingStrategy = fast }, foundation: { $0.dateDecodingStrategy = foundation })
    }

    static func data(_ fast: FastJSONDecoder.DataStrategy, _ foundation: JSONDecoder.DataDecodingStrategy) -> Setting {
        Setting(fast: { $0.dataDecodingStrategy = fast }, foundation: { $0.dataDecodingStrategy = foundation })
    }

    static let floats = Setting(
        fast: {
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        },
        foundation: {
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        })
}

/// Both decoders make the same of each of the documents: the same value, or the same error at the same place.
func expectSame<Value: Decodable>(
    _ type: Value.Type, of documents: [String], _ setting: Setting = .plain,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var decoder = FastJSONDecoder()
    setting.fast(&decoder)
    let foundation = JSONDecoder()
    setting.foundation(foundation)
    for document in documents {
        let data = Data(document.utf8)
        let fast = Outcome { text(try decoder.decode(type, from: data)) }
        let theirs = Outcome { text(try foundation.decode(type, from: data)) }
        #expect(fast == theirs, "\(type) of \(document)", sourceLocation: sourceLocation)
    }
}

/// A value with all that is in it, in one order.
func text(_ value: Any) -> String {
    switch value {
    case let data as Data: return data.base64EncodedString()
    case let date as Date: return "\(date.timeIntervalSinceReferenceDate)"
    case is URL, is UUID, is Decimal: return "\(value)"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    var parts = mirror.children.map { ($0.label.map { "\($0): " } ?? "") + text($0.value) }
    if let above = mirror.superclassMirror { parts += above.children.map { text($0.value) } }
    switch mirror.displayStyle {
    case .dictionary, .set: return "{\(parts.sorted().joined(separator: ", "))}"
    case .optional where parts.isEmpty: return "nil"
    case .class: return "\(mirror.subjectType)(\(parts.joined(separator: ", ")))"
    default: break
    }
    return parts.isEmpty ? String(reflecting: value) : "\(mirror.subjectType)(\(parts.joined(separator: ", ")))"
}
