import Foundation
import Testing

/// One document of the public parsing suite of JSON (Nicolas Seriot's). They are read where they are, and are no part of
/// this package.
struct ParsingCase: Sendable, CustomTestStringConvertible {
    let name: String
    private let folder: URL

    var testDescription: String { name }

    var document: Data {
        get throws { try Data(contentsOf: folder.appending(component: name)) }
    }

    private static let folder = ProcessInfo.processInfo.environment["PORTICO_TESTDATA"].map {
        URL(filePath: $0).appending(path: "conformance/json/test_parsing")
    }

    static let all: [ParsingCase] = {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { ParsingCase(name: $0, folder: folder) }
    }()

    /// Of those that RFC 8259 leaves open, what is accepted; the others are refused.
    ///
    /// A number that fits nowhere is text until someone asks for it as a type. Text that is no UTF-8, half a surrogate
    /// pair and UTF-16 are refused.
    static let acceptedOfThoseLeftOpen: Set<String> = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json", "i_structure_500_nested_arrays.json",
        "i_structure_UTF-8_BOM_empty_object.json",
    ]

    var isAccepted: Bool {
        name.hasPrefix("y_") || Self.acceptedOfThoseLeftOpen.contains(name)
    }
}
