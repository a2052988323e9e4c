import Testing

/// `GET /p/{x}/e`.
@Suite struct PathTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", "/p/42/e"),
        Row("Int64.min", "/p/-9223372036854775808/e"),
        Row("UInt64.max", "/p/18446744073709551615/e"),
        Row("Int128.max", "/p/170141183460469231731687303715884105727/e"),
        Row("UInt128.max", "/p/340282366920938463463374607431768211455/e"),
        Row("Double, whole", "/p/3/e"),
        Row("Double, a fraction", "/p/0.1/e"),
        Row("Double, huge", "/p/1e%2B300/e"),
        Row("Double, infinite", "!property 'x': a number that is not finite"),
        Row("Double, not a number", "!property 'x': a number that is not finite"),
        Row("Float", "/p/0.1/e"),
        Row("Float, infinite", "!property 'x': a number that is not finite"),
        Row("Decimal", "/p/12345678901234567890.0123456789/e"),
        Row("Decimal, not a number", "!property 'x': a number that is not finite"),
        Row("enum of Int", "/p/2/e"),
        Row("Bool", "/p/true/e", [.digits: "/p/1/e"]),
        Row("String", "/p/plain-._~/e"),
        Row("String, empty", "!property 'x': an empty path segment"),
        Row("String, delimiters", "/p/a%2Fb%2Bc%3Bd%3Fe%23f%25g%20h%26i%3Dj%2Ck%7Cl/e"),
        Row("String, beyond ASCII", "/p/%C3%A9%20%F0%9F%98%80/e"),
        Row("String, quotes", "/p/it%27s%20%22so%22%20%5C%20/e"),
        Row("String, CR LF", "/p/a%0D%0Ab/e"),
        Row("String, NUL", "/p/a%00b/e"),
        Row("String, dots", "!property 'x': the path segment '..'"),
        Row("UUID", "/p/11111111-2222-3333-4444-555555555555/e"),
        Row("Date", "/p/2024-01-02T03%3A04%3A05.250Z/e", [
            .rfc3339Digits: "/p/2024-01-02T03%3A04%3A05.3Z/e", .epochSeconds: "/p/1704164645.25/e",
            .epochMilliseconds: "/p/1704164645250/e", .rfc1123: "/p/Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT/e",
            .customDates: "/p/%401704164645/e",
        ]),
        Row("Date, year 33658", "!property 'x': a date outside the years 0 to 9999, which its format cannot tell", [
            .customDates: "/p/%401000000000000/e",
        ]),
        Row("URL", "/p/https%3A%2F%2Fh%2Fa%3Fb%3Dc%2520d/e"),
        Row("Data", "/p/%2B%2F8A/e"),
        Row("enum of String", "/p/newest%20first/e"),
        Row("Optional, some", "/p/7/e"),
        Row("Optional, nil", "!property 'x': nil, but a path segment needs a value"),
        Row("Optional Date, some", "/p/2024-01-02T03%3A04%3A05.250Z/e", [
            .rfc3339Digits: "/p/2024-01-02T03%3A04%3A05.3Z/e", .epochSeconds: "/p/1704164645.25/e",
            .epochMilliseconds: "/p/1704164645250/e", .rfc1123: "/p/Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT/e",
            .customDates: "/p/%401704164645/e",
        ]),
        Row("Optional of Optional, nil", "!property 'x': nil, but a path segment needs a value"),
        Row("[Int]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "/p/1,2/e", .space: "/p/1%202/e", .pipe: "/p/1%7C2/e",
        ]),
        Row("[Int], empty", "!property 'x': an empty path segment"),
        Row(
            "[String], delimiters", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe",
            [
                .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
                .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
                .comma: "/p/a%2Cb,c%20d,e%7Cf/e",
                .space: "!property 'x': an element with the delimiter of the style 'space' in it",
                .pipe: "!property 'x': an element with the delimiter of the style 'pipe' in it",
            ]),
        Row("[Date]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "/p/2024-01-02T03%3A04%3A05.250Z,2024-01-02T03%3A04%3A07Z/e",
            .space: "/p/2024-01-02T03%3A04%3A05.250Z%202024-01-02T03%3A04%3A07Z/e",
            .pipe: "/p/2024-01-02T03%3A04%3A05.250Z%7C2024-01-02T03%3A04%3A07Z/e",
        ]),
        Row("[Bool]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "/p/true,false/e", .space: "/p/true%20false/e", .pipe: "/p/true%7Cfalse/e",
        ]),
        Row("[Data]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "/p/%2Bw%3D%3D,%2Fw%3D%3D/e", .space: "/p/%2Bw%3D%3D%20%2Fw%3D%3D/e",
            .pipe: "/p/%2Bw%3D%3D%7C%2Fw%3D%3D/e",
        ]),
        Row("[Int?]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "!property 'x': an array with a nil in it, which has no text here",
            .space: "!property 'x': an array with a nil in it, which has no text here",
            .pipe: "!property 'x': an array with a nil in it, which has no text here",
        ]),
        Row("[[Int]]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("[struct]", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("Set", "!property 'x': an array in the style 'repeated', but a path needs comma, space or pipe", [
            .brackets: "!property 'x': an array in the style 'brackets', but a path needs comma, space or pipe",
            .indices: "!property 'x': an array in the style 'indices', but a path needs comma, space or pipe",
            .comma: "/p/a,b,c,d,e/e", .space: "/p/a%20b%20c%20d%20e/e", .pipe: "/p/a%7Cb%7Cc%7Cd%7Ce/e",
        ]),
        Row("struct", "!property 'x': a nested value, which a path cannot hold"),
        Row("struct, optionals", "!property 'x': a nested value, which a path cannot hold"),
        Row("struct, nested", "!property 'x': a nested value, which a path cannot hold"),
        Row("[String: Int]", "!property 'x': a nested value, which a path cannot hold"),
        Row("[Int: String]", "!property 'x': a nested value, which a path cannot hold"),
        Row("[String: [Int]]", "!property 'x': a nested value, which a path cannot hold"),
        Row("[enum: Int]", "!property 'x': a dictionary with keys that have no text; Sort is not CodingKeyRepresentable"),
        Row("[UUID: Int]", "!property 'x': a dictionary with keys that have no text; UUID is not CodingKeyRepresentable"),
        Row("Patch, absent", "!property 'x': nil, but a path segment needs a value"),
        Row("Patch, null", "!property 'x': nil, but a path segment needs a value"),
        Row("Patch, value", "/p/7/e"),
        Row("Patch, Date", "/p/2024-01-02T03%3A04%3A05.250Z/e", [
            .rfc3339Digits: "/p/2024-01-02T03%3A04%3A05.3Z/e", .epochSeconds: "/p/1704164645.25/e",
            .epochMilliseconds: "/p/1704164645250/e", .rfc1123: "/p/Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT/e",
            .customDates: "/p/%401704164645/e",
        ]),
        Row("JSONValue", "!property 'x': a nested value, which a path cannot hold"),
        Row("JSONValue, null", "!property 'x': nil, but a path segment needs a value"),
        Row("FilePart", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "!property 'x': an HTTPBody, which only @Body can send"),
        Row("Multipart", "!property 'x': a Multipart, which only @Body can send"),
        Row("nested 70 deep", "!property 'x': values nested deeper than 64"),
    ]

    @Test(arguments: rows)
    func `a value in one segment of the path`(row: Row) throws {
        try expect(row, in: .path)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
