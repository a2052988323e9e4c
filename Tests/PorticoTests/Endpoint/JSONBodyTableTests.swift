import Testing

/// `POST /b` with `@Body x`.
@Suite struct JSONBodyTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", "42"),
        Row("Int64.min", "-9223372036854775808"),
        Row("UInt64.max", "18446744073709551615"),
        Row("Int128.max", "170141183460469231731687303715884105727"),
        Row("UInt128.max", "340282366920938463463374607431768211455"),
        Row("Double, whole", "3"),
        Row("Double, a fraction", "0.1"),
        Row("Double, huge", "1e+300"),
        Row("Double, infinite", "!body: a number that is not finite"),
        Row("Double, not a number", "!body: a number that is not finite"),
        Row("Float", "0.1"),
        Row("Float, infinite", "!body: a number that is not finite"),
        Row("Decimal", "12345678901234567890.0123456789"),
        Row("Decimal, not a number", "!body: a number that is not finite"),
        Row("enum of Int", "2"),
        Row("Bool", "true"),
        Row("String", #""plain-._~""#),
        Row("String, empty", #""""#),
        Row("String, delimiters", #""a/b+c;d?e#f%g h&i=j,k|l""#),
        Row("String, beyond ASCII", #""é 😀""#),
        Row("String, quotes", #""it's \"so\" \\ ""#),
        Row("String, CR LF", #""a\r\nb""#),
        Row("String, NUL", #""a\u0000b""#),
        Row("String, dots", #""..""#),
        Row("UUID", #""11111111-2222-3333-4444-555555555555""#),
        Row("Date", #""2024-01-02T03:04:05.250Z""#, [
            .rfc3339Digits: #""2024-01-02T03:04:05.3Z""#, .epochSeconds: "1704164645.25",
            .epochMilliseconds: "1704164645250", .rfc1123: #""Tue, 02 Jan 2024 03:04:05 GMT""#,
            .customDates: #""@1704164645""#,
        ]),
        Row("Date, year 33658", "!body: the date is outside the years 0 to 9999, which RFC 3339 cannot tell", [
            .epochSeconds: "!body: the date is outside the years 0 to 9999, which seconds since 1970 cannot tell",
            .epochMilliseconds: "!body: the date is outside the years 0 to 9999, which milliseconds since 1970 cannot tell",
            .rfc1123: "!body: the date is outside the years 0 to 9999, which the form of HTTP's dates cannot tell",
            .customDates: #""@1000000000000""#,
        ]),
        Row("URL", #""https://h/a?b=c%20d""#),
        Row("Data", #""+/8A""#),
        Row("enum of String", #""newest first""#),
        Row("Optional, some", "7"),
        Row("Optional, nil", ""),
        Row("Optional Date, some", #""2024-01-02T03:04:05.250Z""#, [
            .rfc3339Digits: #""2024-01-02T03:04:05.3Z""#, .epochSeconds: "1704164645.25",
            .epochMilliseconds: "1704164645250", .rfc1123: #""Tue, 02 Jan 2024 03:04:05 GMT""#,
            .customDates: #""@1704164645""#,
        ]),
        Row("Optional of Optional, nil", ""),
        Row("[Int]", "[1,2]"),
        Row("[Int], empty", "[]"),
        Row("[String], delimiters", #"["a,b","c d","e|f"]"#),
        Row("[Date]", #"["2024-01-02T03:04:05.250Z","2024-01-02T03:04:07Z"]"#, [
            .rfc3339Digits: #"["2024-01-02T03:04:05.3Z","2024-01-02T03:04:07.0Z"]"#,
            .epochSeconds: "[1704164645.25,1704164647]", .epochMilliseconds: "[1704164645250,1704164647000]",
            .rfc1123: #"["Tue, 02 Jan 2024 03:04:05 GMT","Tue, 02 Jan 2024 03:04:07 GMT"]"#,
            .customDates: #"["@1704164645","@1704164647"]"#,
        ]),
        Row("[Bool]", "[true,false]"),
        Row("[Data]", #"["+w==","/w=="]"#),
        Row("[Int?]", "[1,null,2]"),
        Row("[[Int]]", "[[1,2],[3]]"),
        Row("[struct]", #"[{"x":1,"y":2},{"x":3}]"#),
        Row("Set", #"["a","b","c","d","e"]"#),
        Row("struct", #"{"isOpen":true,"minAge":18,"since":"2024-01-02T03:04:05.250Z"}"#, [
            .rfc3339Digits: #"{"isOpen":true,"minAge":18,"since":"2024-01-02T03:04:05.3Z"}"#,
            .epochSeconds: #"{"isOpen":true,"minAge":18,"since":1704164645.25}"#,
            .epochMilliseconds: #"{"isOpen":true,"minAge":18,"since":1704164645250}"#,
            .rfc1123: #"{"isOpen":true,"minAge":18,"since":"Tue, 02 Jan 2024 03:04:05 GMT"}"#,
            .customDates: #"{"isOpen":true,"minAge":18,"since":"@1704164645"}"#,
        ]),
        Row("struct, optionals", #"{"age":7}"#),
        Row("struct, nested", #"{"innerNest":[{"firstName":"A"},{"age":7}],"points":{"aB":{"x":1}}}"#),
        Row("[String: Int]", #"{"aB":2,"b":1,"c d":3}"#),
        Row("[Int: String]", #"{"10":"ten","9":"nine"}"#),
        Row("[String: [Int]]", #"{"a":[],"b":[1,2]}"#),
        Row("[enum: Int]", #"["newest first",2,"oldest",1]"#),
        Row("[UUID: Int]", #"["11111111-2222-3333-4444-555555555555",1,"AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE",2]"#),
        Row("Patch, absent", ""),
        Row("Patch, null", "null"),
        Row("Patch, value", "7"),
        Row("Patch, Date", #""2024-01-02T03:04:05.250Z""#, [
            .rfc3339Digits: #""2024-01-02T03:04:05.3Z""#, .epochSeconds: "1704164645.25",
            .epochMilliseconds: "1704164645250", .rfc1123: #""Tue, 02 Jan 2024 03:04:05 GMT""#,
            .customDates: #""@1704164645""#,
        ]),
        Row("JSONValue", #"{"aB":null,"b":[1,true,"x"]}"#),
        Row("JSONValue, null", "null"),
        Row("FilePart", "!body: a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!body: a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "raw"),
        Row("Multipart", #"name="a"⏎⏎1⏎"#),
        Row("nested 70 deep", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
    ]

    @Test(arguments: rows)
    func `a value as a whole JSON body`(row: Row) throws {
        try expect(row, in: .wholeJSON)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
