import Testing

/// `POST /j` with `x`, and `GET /j` with `@Field x`.
@Suite struct JSONMemberTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", #"{"x":42}"#),
        Row("Int64.min", #"{"x":-9223372036854775808}"#),
        Row("UInt64.max", #"{"x":18446744073709551615}"#),
        Row("Int128.max", #"{"x":170141183460469231731687303715884105727}"#),
        Row("UInt128.max", #"{"x":340282366920938463463374607431768211455}"#),
        Row("Double, whole", #"{"x":3}"#),
        Row("Double, a fraction", #"{"x":0.1}"#),
        Row("Double, huge", #"{"x":1e+300}"#),
        Row("Double, infinite", "!property 'x': a number that is not finite"),
        Row("Double, not a number", "!property 'x': a number that is not finite"),
        Row("Float", #"{"x":0.1}"#),
        Row("Float, infinite", "!property 'x': a number that is not finite"),
        Row("Decimal", #"{"x":12345678901234567890.0123456789}"#),
        Row("Decimal, not a number", "!property 'x': a number that is not finite"),
        Row("enum of Int", #"{"x":2}"#),
        Row("Bool", #"{"x":true}"#),
        Row("String", #"{"x":"plain-._~"}"#),
        Row("String, empty", #"{"x":""}"#),
        Row("String, delimiters", #"{"x":"a/b+c;d?e#f%g h&i=j,k|l"}"#),
        Row("String, beyond ASCII", #"{"x":"é 😀"}"#),
        Row("String, quotes", #"{"x":"it's \"so\" \\ "}"#),
        Row("String, CR LF", #"{"x":"a\r\nb"}"#),
        Row("String, NUL", #"{"x":"a\u0000b"}"#),
        Row("String, dots", #"{"x":".."}"#),
        Row("UUID", #"{"x":"11111111-2222-3333-4444-555555555555"}"#),
        Row("Date", #"{"x":"2024-01-02T03:04:05.250Z"}"#, [
            .rfc3339Digits: #"{"x":"2024-01-02T03:04:05.3Z"}"#, .epochSeconds: #"{"x":1704164645.25}"#,
            .epochMilliseconds: #"{"x":1704164645250}"#, .rfc1123: #"{"x":"Tue, 02 Jan 2024 03:04:05 GMT"}"#,
            .customDates: #"{"x":"@1704164645"}"#,
        ]),
        Row("Date, year 33658", "!property 'x': the date is outside the years 0 to 9999, which RFC 3339 cannot tell", [
            .epochSeconds: "!property 'x': the date is outside the years 0 to 9999, which seconds since 1970 cannot tell",
            .epochMilliseconds: "!property 'x': the date is outside the years 0 to 9999, which milliseconds since 1970 cannot tell",
            .rfc1123: "!property 'x': the date is outside the years 0 to 9999, which the form of HTTP's dates cannot tell",
            .customDates: #"{"x":"@1000000000000"}"#,
        ]),
        Row("URL", #"{"x":"https://h/a?b=c%20d"}"#),
        Row("Data", #"{"x":"+/8A"}"#),
        Row("enum of String", #"{"x":"newest first"}"#),
        Row("Optional, some", #"{"x":7}"#),
        Row("Optional, nil", "{}", [.empty: #"{"x":""}"#, .null: #"{"x":null}"#]),
        Row("Optional Date, some", #"{"x":"2024-01-02T03:04:05.250Z"}"#, [
            .rfc3339Digits: #"{"x":"2024-01-02T03:04:05.3Z"}"#, .epochSeconds: #"{"x":1704164645.25}"#,
            .epochMilliseconds: #"{"x":1704164645250}"#, .rfc1123: #"{"x":"Tue, 02 Jan 2024 03:04:05 GMT"}"#,
            .customDates: #"{"x":"@1704164645"}"#,
        ]),
        Row("Optional of Optional, nil", "{}", [.empty: #"{"x":""}"#, .null: #"{"x":null}"#]),
        Row("[Int]", #"{"x":[1,2]}"#),
        Row("[Int], empty", #"{"x":[]}"#),
        Row("[String], delimiters", #"{"x":["a,b","c d","e|f"]}"#),
        Row("[Date]", #"{"x":["2024-01-02T03:04:05.250Z","2024-01-02T03:04:07Z"]}"#, [
            .rfc3339Digits: #"{"x":["2024-01-02T03:04:05.3Z","2024-01-02T03:04:07.0Z"]}"#,
            .epochSeconds: #"{"x":[1704164645.25,1704164647]}"#,
            .epochMilliseconds: #"{"x":[1704164645250,1704164647000]}"#,
            .rfc1123: #"{"x":["Tue, 02 Jan 2024 03:04:05 GMT","Tue, 02 Jan 2024 03:04:07 GMT"]}"#,
            .customDates: #"{"x":["@1704164645","@1704164647"]}"#,
        ]),
        Row("[Bool]", #"{"x":[true,false]}"#),
        Row("[Data]", #"{"x":["+w==","/w=="]}"#),
        Row("[Int?]", #"{"x":[1,null,2]}"#),
        Row("[[Int]]", #"{"x":[[1,2],[3]]}"#),
        Row("[struct]", #"{"x":[{"x":1,"y":2},{"x":3}]}"#),
        Row("Set", #"{"x":["a","b","c","d","e"]}"#),
        Row("struct", #"{"x":{"isOpen":true,"minAge":18,"since":"2024-01-02T03:04:05.250Z"}}"#, [
            .rfc3339Digits: #"{"x":{"isOpen":true,"minAge":18,"since":"2024-01-02T03:04:05.3Z"}}"#,
            .epochSeconds: #"{"x":{"isOpen":true,"minAge":18,"since":1704164645.25}}"#,
            .epochMilliseconds: #"{"x":{"isOpen":true,"minAge":18,"since":1704164645250}}"#,
            .rfc1123: #"{"x":{"isOpen":true,"minAge":18,"since":"Tue, 02 Jan 2024 03:04:05 GMT"}}"#,
            .customDates: #"{"x":{"isOpen":true,"minAge":18,"since":"@1704164645"}}"#,
        ]),
        Row("struct, optionals", #"{"x":{"age":7}}"#),
        Row("struct, nested", #"{"x":{"innerNest":[{"firstName":"A"},{"age":7}],"points":{"aB":{"x":1}}}}"#),
        Row("[String: Int]", #"{"x":{"aB":2,"b":1,"c d":3}}"#),
        Row("[Int: String]", #"{"x":{"10":"ten","9":"nine"}}"#),
        Row("[String: [Int]]", #"{"x":{"a":[],"b":[1,2]}}"#),
        Row("[enum: Int]", #"{"x":["newest first",2,"oldest",1]}"#),
        Row("[UUID: Int]", #"{"x":["11111111-2222-3333-4444-555555555555",1,"AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE",2]}"#),
        Row("Patch, absent", "{}"),
        Row("Patch, null", #"{"x":null}"#),
        Row("Patch, value", #"{"x":7}"#),
        Row("Patch, Date", #"{"x":"2024-01-02T03:04:05.250Z"}"#, [
            .rfc3339Digits: #"{"x":"2024-01-02T03:04:05.3Z"}"#, .epochSeconds: #"{"x":1704164645.25}"#,
            .epochMilliseconds: #"{"x":1704164645250}"#, .rfc1123: #"{"x":"Tue, 02 Jan 2024 03:04:05 GMT"}"#,
            .customDates: #"{"x":"@1704164645"}"#,
        ]),
        Row("JSONValue", #"{"x":{"aB":null,"b":[1,true,"x"]}}"#),
        Row("JSONValue, null", #"{"x":null}"#),
        Row("FilePart", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "!property 'x': an HTTPBody, which only @Body can send"),
        Row("Multipart", "!property 'x': a Multipart, which only @Body can send"),
        Row("nested 70 deep", #"{"x":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}"#),
    ]

    @Test(arguments: rows)
    func `a value in a member of a JSON body`(row: Row) throws {
        try expect(row, in: .json)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
