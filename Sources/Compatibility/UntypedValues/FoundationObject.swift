import Foundation
package import Portico

extension JSONValue {
    /// The same as Foundation's own parser gives it: dictionaries, arrays, strings, `NSNumber` and `NSNull`.
    package var foundationObject: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let number): number.foundationNumber
        case .string(let text): text
        case .array(let elements): elements.map(\.foundationObject)
        case .object(let members): members.mapValues(\.foundationObject)
        }
    }
}

extension JSONNumber {
    fileprivate var foundationNumber: NSNumber {
        if let value = exactly(Int64.self) { return NSNumber(value: value) }
        if let value = exactly(UInt64.self) { return NSNumber(value: value) }
        return NSNumber(value: double)
    }
}
