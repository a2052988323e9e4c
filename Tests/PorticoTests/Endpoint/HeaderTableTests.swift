import Testing

/// `GET /h` with `@Header x`; lines are told apart by a bar.
@Suite struct HeaderTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", "x: 42"),
        Row("Int64.min", "x: -9223372036854775808"),
        Row("UInt64.max", "x: 18446744073709551615"),
        Row("Int128.max", "x: 170141183460469231731687303715884105727"),
        Row("UInt128.max", "x: 340282366920938463463374607431768211455"),
        Row("Double, whole", "x: 3"),
        Row("Double, a fraction", "x: 0.1"),
        Row("Double, huge", "x: 1e+300"),
        Row("Double, infinite", "!property 'x': a number that is not finite"),
        Row("Double, not a number", "!property 'x': a number that is not finite"),
        Row("Float", "x: 0.1"),
        Row("Float, infinite", "!property 'x': a number that is not finite"),
        Row("Decimal", "x: 12345678901234567890.0123456789"),
        Row("Decimal, not a number", "!property 'x': a number that is not finite"),
        Row("enum of Int", "x: 2"),
        Row("Bool", "x: true", [.digits: "x: 1"]),
        Row("String", "x: plain-._~"),
        Row("String, empty", "x: "),
        Row("String, delimiters", "x: a/b+c;d?e#f%g h&i=j,k|l"),
        Row("String, beyond ASCII", "x: é 😀"),
        Row("String, quotes", #"x: it's "so" \ "#),
        Row("String, CR LF", "!field 'x': the value holds a carriage return, which no field value may"),
        Row("String, NUL", "!field 'x': the value holds NUL, which no field value may"),
        Row("String, dots", "x: .."),
        Row("UUID", "x: 11111111-2222-3333-4444-555555555555"),
        Row("Date", "x: 2024-01-02T03:04:05.250Z", [
            .rfc3339Digits: "x: 2024-01-02T03:04:05.3Z", .epochSeconds: "x: 1704164645.25",
            .epochMilliseconds: "x: 1704164645250", .rfc1123: "x: Tue, 02 Jan 2024 03:04:05 GMT",
            .customDates: "x: @1704164645",
        ]),
        Row("Date, year 33658", "!property 'x': a date outside the years 0 to 9999, which its format cannot tell", [
            .customDates: "x: @1000000000000",
        ]),
        Row("URL", "x: https://h/a?b=c%20d"),
        Row("Data", "x: +/8A"),
        Row("enum of String", "x: newest first"),
        Row("Optional, some", "x: 7"),
        Row("Optional, nil", "", [.empty: "x: ", .null: "x: null"]),
        Row("Optional Date, some", "x: 2024-01-02T03:04:05.250Z", [
            .rfc3339Digits: "x: 2024-01-02T03:04:05.3Z", .epochSeconds: "x: 1704164645.25",
            .epochMilliseconds: "x: 1704164645250", .rfc1123: "x: Tue, 02 Jan 2024 03:04:05 GMT",
            .customDates: "x: @1704164645",
        ]),
        Row("Optional of Optional, nil", "", [.empty: "x: ", .null: "x: null"]),
        Row("[Int]", "x: 1 | x: 2", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have", .comma: "x: 1,2",
            .space: "x: 1 2", .pipe: "x: 1|2",
        ]),
        Row("[Int], empty", "", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
        ]),
        Row("[String], delimiters", "x: a,b | x: c d | x: e|f", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "!property 'x': an element with a comma in a list that commas separate",
            .space: "!property 'x': an element with the delimiter of the style 'space' in it",
            .pipe: "!property 'x': an element with the delimiter of the style 'pipe' in it",
        ]),
        Row("[Date]", "x: 2024-01-02T03:04:05.250Z | x: 2024-01-02T03:04:07Z", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "x: 2024-01-02T03:04:05.250Z,2024-01-02T03:04:07Z",
            .space: "x: 2024-01-02T03:04:05.250Z 2024-01-02T03:04:07Z",
            .pipe: "x: 2024-01-02T03:04:05.250Z|2024-01-02T03:04:07Z",
            .rfc3339Digits: "x: 2024-01-02T03:04:05.3Z | x: 2024-01-02T03:04:07.0Z",
            .epochSeconds: "x: 1704164645.25 | x: 1704164647",
            .epochMilliseconds: "x: 1704164645250 | x: 1704164647000",
            .rfc1123: "x: Tue, 02 Jan 2024 03:04:05 GMT | x: Tue, 02 Jan 2024 03:04:07 GMT",
            .customDates: "x: @1704164645 | x: @1704164647",
        ]),
        Row("[Bool]", "x: true | x: false", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "x: true,false", .space: "x: true false", .pipe: "x: true|false", .digits: "x: 1 | x: 0",
        ]),
        Row("[Data]", "x: +w== | x: /w==", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "x: +w==,/w==", .space: "x: +w== /w==", .pipe: "x: +w==|/w==",
        ]),
        Row("[Int?]", "x: 1 | x: 2", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "!property 'x': an array with a nil in it, which has no text here",
            .space: "!property 'x': an array with a nil in it, which has no text here",
            .pipe: "!property 'x': an array with a nil in it, which has no text here", .empty: "x: 1 | x:  | x: 2",
            .null: "x: 1 | x: null | x: 2",
        ]),
        Row("[[Int]]", "!property 'x': an array of nested values, which only queries and forms can hold", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("[struct]", "!property 'x': an array of nested values, which only queries and forms can hold", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("Set", "x: a | x: b | x: c | x: d | x: e", [
            .brackets: "!property 'x': an array in the style 'brackets', which a header cannot have",
            .indices: "!property 'x': an array in the style 'indices', which a header cannot have",
            .comma: "x: a,b,c,d,e", .space: "x: a b c d e", .pipe: "x: a|b|c|d|e",
        ]),
        Row("struct", "!property 'x': a nested value, which a header cannot hold"),
        Row("struct, optionals", "!property 'x': a nested value, which a header cannot hold"),
        Row("struct, nested", "!property 'x': a nested value, which a header cannot hold"),
        Row("[String: Int]", "!property 'x': a nested value, which a header cannot hold"),
        Row("[Int: String]", "!property 'x': a nested value, which a header cannot hold"),
        Row("[String: [Int]]", "!property 'x': a nested value, which a header cannot hold"),
        Row("[enum: Int]", "!property 'x': a dictionary with keys that have no text; Sort is not CodingKeyRepresentable"),
        Row("[UUID: Int]", "!property 'x': a dictionary with keys that have no text; UUID is not CodingKeyRepresentable"),
        Row("Patch, absent", ""),
        Row("Patch, null", "x: null"),
        Row("Patch, value", "x: 7"),
        Row("Patch, Date", "x: 2024-01-02T03:04:05.250Z", [
            .rfc3339Digits: "x: 2024-01-02T03:04:05.3Z", .epochSeconds: "x: 1704164645.25",
            .epochMilliseconds: "x: 1704164645250", .rfc1123: "x: Tue, 02 Jan 2024 03:04:05 GMT",
            .customDates: "x: @1704164645",
        ]),
        Row("JSONValue", "!property 'x': a nested value, which a header cannot hold"),
        Row("JSONValue, null", "", [.empty: "x: ", .null: "x: null"]),
        Row("FilePart", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "!property 'x': an HTTPBody, which only @Body can send"),
        Row("Multipart", "!property 'x': a Multipart, which only @Body can send"),
        Row("nested 70 deep", "!property 'x': values nested deeper than 64"),
    ]

    @Test(arguments: rows)
    func `a value in a header field`(row: Row) throws {
        try expect(row, in: .header)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
