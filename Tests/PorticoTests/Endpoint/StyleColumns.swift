import Foundation
import Portico

/// The columns of the tables: every choice that a style has.
enum StyleColumn: String, CaseIterable, Sendable {
    case repeated, brackets, indices, comma, space, pipe
    case nestingBrackets, dots
    case words, digits
    case rfc3339, rfc3339Digits, epochSeconds, epochMilliseconds, rfc1123, customDates
    case omitted, empty, null
    case asDeclared, snakeCase, kebabCase, customKeys

    var style: ParameterStyle {
        switch self {
        case .repeated: ParameterStyle(arrays: .repeated)
        case .brackets: ParameterStyle(arrays: .brackets)
        case .indices: ParameterStyle(arrays: .indices)
        case .comma: ParameterStyle(arrays: .comma)
        case .space: ParameterStyle(arrays: .space)
        case .pipe: ParameterStyle(arrays: .pipe)
        case .nestingBrackets: ParameterStyle(nesting: .brackets)
        case .dots: ParameterStyle(nesting: .dots)
        case .words: ParameterStyle(booleans: .words)
        case .digits: ParameterStyle(booleans: .digits)
        case .rfc3339: ParameterStyle(dates: .rfc3339)
        case .rfc3339Digits: ParameterStyle(dates: .rfc3339(fractionalDigits: 1))
        case .epochSeconds: ParameterStyle(dates: .epochSeconds)
        case .epochMilliseconds: ParameterStyle(dates: .epochMilliseconds)
        case .rfc1123: ParameterStyle(dates: .rfc1123)
        case .customDates:
            ParameterStyle(dates: .custom(text: { "@\(Int($0.timeIntervalSince1970))" }, date: { _ in nil }))
        case .omitted: ParameterStyle(nils: .omitted)
        case .empty: ParameterStyle(nils: .empty)
        case .null: ParameterStyle(nils: .null)
        case .asDeclared: ParameterStyle(keys: .asDeclared)
        case .snakeCase: ParameterStyle(keys: .snakeCase)
        case .kebabCase: ParameterStyle(keys: .kebabCase)
        case .customKeys: ParameterStyle(keys: .custom { $0 == "x" ? $0 : $0.uppercased() })
        }
    }
}
