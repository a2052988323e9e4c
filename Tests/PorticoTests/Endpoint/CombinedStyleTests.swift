import Foundation
import Portico
import PorticoTesting
import Testing

/// Several choices of a style at once.
@Suite struct CombinedStyleTests {
    struct Filter: Encodable {
        var isOpen: Bool
        var minAge: Int?
        var openSince: [Date?]
        var byName: [String: [Bool]]
    }

    struct Search: Endpoint {
        static let route: Route = "GET /x"
        static var style: ParameterStyle { EndpointStyle.current }
        var mainFilter = Filter(isOpen: true, minAge: nil, openSince: [moment, nil], byName: ["aB": [true, false]])
    }

    struct SearchForm: Endpoint {
        static let route: Route = "POST /x"
        static let bodyFormat = BodyFormat.form
        static var style: ParameterStyle { EndpointStyle.current }
        var mainFilter = Filter(isOpen: true, minAge: nil, openSince: [moment, nil], byName: ["aB": [true, false]])
    }

    static let styles: [(ParameterStyle, String)] = [
        (
            ParameterStyle(
                arrays: .comma, nesting: .dots, booleans: .digits, dates: .epochSeconds, nils: .null, keys: .snakeCase),
            "main_filter.is_open=1&main_filter.min_age=null&main_filter.open_since=1704164645.25,null&main_filter.by_name.aB=1,0"
        ),
        (
            ParameterStyle(
                arrays: .indices, nesting: .dots, booleans: .digits, dates: .epochMilliseconds, nils: .empty),
            "mainFilter.isOpen=1&mainFilter.minAge=&mainFilter.openSince[0]=1704164645250&mainFilter.openSince[1]="
                + "&mainFilter.byName.aB[0]=1&mainFilter.byName.aB[1]=0"
        ),
        (
            ParameterStyle(arrays: .brackets, dates: .rfc1123, nils: .omitted, keys: .kebabCase),
            "main-filter[is-open]=true&main-filter[open-since][]=Tue, 02 Jan 2024 03:04:05 GMT"
                + "&main-filter[by-name][aB][]=true&main-filter[by-name][aB][]=false"
        ),
        (
            ParameterStyle(arrays: .space, booleans: .digits, dates: .epochSeconds, nils: .empty),
            "mainFilter[isOpen]=1&mainFilter[minAge]=&mainFilter[openSince]=1704164645.25 &mainFilter[byName][aB]=1 0"
        ),
        (
            ParameterStyle(
                arrays: .pipe, nesting: .dots, dates: .custom(text: { _ in "a b" }, date: { _ in nil }), nils: .null),
            "mainFilter.isOpen=true&mainFilter.minAge=null&mainFilter.openSince=a b|null&mainFilter.byName.aB=true|false"
        ),
    ]

    @Test(arguments: styles)
    func `the choices of a style do not get in each other's way`(style: ParameterStyle, expected: String) {
        EndpointStyle.$current.withValue(style) {
            #expect(Client.plain.line(of: Search()) == "GET https://h/x?\(Self.escaped(expected, space: "%20"))")
            #expect(Client.plain.body(of: SearchForm()) == Self.escaped(expected, space: "+"))
        }
    }

    private static func escaped(_ query: String, space: String) -> String {
        query.replacing("[", with: "%5B").replacing("]", with: "%5D").replacing(" ", with: space).replacing(
            "|", with: "%7C"
        )
        .replacing(":", with: "%3A").replacing("Tue,", with: "Tue%2C")
    }

    @Test func `a delimiter of elements is one by its byte, whatever mark comes behind it`() {
        struct Marked: Endpoint {
            static let route: Route = "GET /x"
            static var style: ParameterStyle { EndpointStyle.current }
            var tags = ["a \u{301}b", "c|\u{301}d"]
        }
        for style in [ParameterStyle.Arrays.space, .pipe] {
            let line = EndpointStyle.$current.withValue(ParameterStyle(arrays: style)) {
                Client.plain.line(of: Marked())
            }
            #expect(line == "!property 'tags': an element with the delimiter of the style '\(style)' in it")
        }
    }
}
