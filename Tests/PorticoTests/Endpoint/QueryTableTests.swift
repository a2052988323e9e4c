import Testing

/// `GET /q` with `x`, and `POST /q` with `@Query x`.
@Suite struct QueryTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", "?x=42"),
        Row("Int64.min", "?x=-9223372036854775808"),
        Row("UInt64.max", "?x=18446744073709551615"),
        Row("Int128.max", "?x=170141183460469231731687303715884105727"),
        Row("UInt128.max", "?x=340282366920938463463374607431768211455"),
        Row("Double, whole", "?x=3"),
        Row("Double, a fraction", "?x=0.1"),
        Row("Double, huge", "?x=1e%2B300"),
        Row("Double, infinite", "!property 'x': a number that is not finite"),
        Row("Double, not a number", "!property 'x': a number that is not finite"),
        Row("Float", "?x=0.1"),
        Row("Float, infinite", "!property 'x': a number that is not finite"),
        Row("Decimal", "?x=12345678901234567890.0123456789"),
        Row("Decimal, not a number", "!property 'x': a number that is not finite"),
        Row("enum of Int", "?x=2"),
        Row("Bool", "?x=true", [.digits: "?x=1"]),
        Row("String", "?x=plain-._~"),
        Row("String, empty", "?x="),
        Row("String, delimiters", "?x=a%2Fb%2Bc%3Bd%3Fe%23f%25g%20h%26i%3Dj%2Ck%7Cl"),
        Row("String, beyond ASCII", "?x=%C3%A9%20%F0%9F%98%80"),
        Row("String, quotes", "?x=it%27s%20%22so%22%20%5C%20"),
        Row("String, CR LF", "?x=a%0D%0Ab"),
        Row("String, NUL", "?x=a%00b"),
        Row("String, dots", "?x=.."),
        Row("UUID", "?x=11111111-2222-3333-4444-555555555555"),
        Row("Date", "?x=2024-01-02T03%3A04%3A05.250Z", [
            .rfc3339Digits: "?x=2024-01-02T03%3A04%3A05.3Z", .epochSeconds: "?x=1704164645.25",
            .epochMilliseconds: "?x=1704164645250", .rfc1123: "?x=Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT",
            .customDates: "?x=%401704164645",
        ]),
        Row("Date, year 33658", "!property 'x': a date outside the years 0 to 9999, which its format cannot tell", [
            .customDates: "?x=%401000000000000",
        ]),
        Row("URL", "?x=https%3A%2F%2Fh%2Fa%3Fb%3Dc%2520d"),
        Row("Data", "?x=%2B%2F8A"),
        Row("enum of String", "?x=newest%20first"),
        Row("Optional, some", "?x=7"),
        Row("Optional, nil", "", [.empty: "?x=", .null: "?x=null"]),
        Row("Optional Date, some", "?x=2024-01-02T03%3A04%3A05.250Z", [
            .rfc3339Digits: "?x=2024-01-02T03%3A04%3A05.3Z", .epochSeconds: "?x=1704164645.25",
            .epochMilliseconds: "?x=1704164645250", .rfc1123: "?x=Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT",
            .customDates: "?x=%401704164645",
        ]),
        Row("Optional of Optional, nil", "", [.empty: "?x=", .null: "?x=null"]),
        Row("[Int]", "?x=1&x=2", [
            .brackets: "?x%5B%5D=1&x%5B%5D=2", .indices: "?x%5B0%5D=1&x%5B1%5D=2", .comma: "?x=1,2",
            .space: "?x=1%202", .pipe: "?x=1%7C2",
        ]),
        Row("[Int], empty", ""),
        Row("[String], delimiters", "?x=a%2Cb&x=c%20d&x=e%7Cf", [
            .brackets: "?x%5B%5D=a%2Cb&x%5B%5D=c%20d&x%5B%5D=e%7Cf",
            .indices: "?x%5B0%5D=a%2Cb&x%5B1%5D=c%20d&x%5B2%5D=e%7Cf", .comma: "?x=a%2Cb,c%20d,e%7Cf",
            .space: "!property 'x': an element with the delimiter of the style 'space' in it",
            .pipe: "!property 'x': an element with the delimiter of the style 'pipe' in it",
        ]),
        Row("[Date]", "?x=2024-01-02T03%3A04%3A05.250Z&x=2024-01-02T03%3A04%3A07Z", [
            .brackets: "?x%5B%5D=2024-01-02T03%3A04%3A05.250Z&x%5B%5D=2024-01-02T03%3A04%3A07Z",
            .indices: "?x%5B0%5D=2024-01-02T03%3A04%3A05.250Z&x%5B1%5D=2024-01-02T03%3A04%3A07Z",
            .comma: "?x=2024-01-02T03%3A04%3A05.250Z,2024-01-02T03%3A04%3A07Z",
            .space: "?x=2024-01-02T03%3A04%3A05.250Z%202024-01-02T03%3A04%3A07Z",
            .pipe: "?x=2024-01-02T03%3A04%3A05.250Z%7C2024-01-02T03%3A04%3A07Z",
            .rfc3339Digits: "?x=2024-01-02T03%3A04%3A05.3Z&x=2024-01-02T03%3A04%3A07.0Z",
            .epochSeconds: "?x=1704164645.25&x=1704164647", .epochMilliseconds: "?x=1704164645250&x=1704164647000",
            .rfc1123: "?x=Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT&x=Tue%2C%2002%20Jan%202024%2003%3A04%3A07%20GMT",
            .customDates: "?x=%401704164645&x=%401704164647",
        ]),
        Row("[Bool]", "?x=true&x=false", [
            .brackets: "?x%5B%5D=true&x%5B%5D=false", .indices: "?x%5B0%5D=true&x%5B1%5D=false",
            .comma: "?x=true,false", .space: "?x=true%20false", .pipe: "?x=true%7Cfalse", .digits: "?x=1&x=0",
        ]),
        Row("[Data]", "?x=%2Bw%3D%3D&x=%2Fw%3D%3D", [
            .brackets: "?x%5B%5D=%2Bw%3D%3D&x%5B%5D=%2Fw%3D%3D", .indices: "?x%5B0%5D=%2Bw%3D%3D&x%5B1%5D=%2Fw%3D%3D",
            .comma: "?x=%2Bw%3D%3D,%2Fw%3D%3D", .space: "?x=%2Bw%3D%3D%20%2Fw%3D%3D",
            .pipe: "?x=%2Bw%3D%3D%7C%2Fw%3D%3D",
        ]),
        Row("[Int?]", "?x=1&x=2", [
            .brackets: "?x%5B%5D=1&x%5B%5D=2", .indices: "?x%5B0%5D=1&x%5B2%5D=2",
            .comma: "!property 'x': an array with a nil in it, which has no text here",
            .space: "!property 'x': an array with a nil in it, which has no text here",
            .pipe: "!property 'x': an array with a nil in it, which has no text here", .empty: "?x=1&x=&x=2",
            .null: "?x=1&x=null&x=2",
        ]),
        Row("[[Int]]", "?x%5B0%5D=1&x%5B0%5D=2&x%5B1%5D=3", [
            .brackets: "?x%5B0%5D%5B%5D=1&x%5B0%5D%5B%5D=2&x%5B1%5D%5B%5D=3",
            .indices: "?x%5B0%5D%5B0%5D=1&x%5B0%5D%5B1%5D=2&x%5B1%5D%5B0%5D=3",
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("[struct]", "?x%5B0%5D%5Bx%5D=1&x%5B0%5D%5By%5D=2&x%5B1%5D%5Bx%5D=3", [
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
            .dots: "?x%5B0%5D.x=1&x%5B0%5D.y=2&x%5B1%5D.x=3",
            .empty: "?x%5B0%5D%5Bx%5D=1&x%5B0%5D%5By%5D=2&x%5B1%5D%5Bx%5D=3&x%5B1%5D%5By%5D=",
            .null: "?x%5B0%5D%5Bx%5D=1&x%5B0%5D%5By%5D=2&x%5B1%5D%5Bx%5D=3&x%5B1%5D%5By%5D=null",
            .customKeys: "?x%5B0%5D%5Bx%5D=1&x%5B0%5D%5BY%5D=2&x%5B1%5D%5Bx%5D=3",
        ]),
        Row("Set", "?x=a&x=b&x=c&x=d&x=e", [
            .brackets: "?x%5B%5D=a&x%5B%5D=b&x%5B%5D=c&x%5B%5D=d&x%5B%5D=e",
            .indices: "?x%5B0%5D=a&x%5B1%5D=b&x%5B2%5D=c&x%5B3%5D=d&x%5B4%5D=e", .comma: "?x=a,b,c,d,e",
            .space: "?x=a%20b%20c%20d%20e", .pipe: "?x=a%7Cb%7Cc%7Cd%7Ce",
        ]),
        Row("struct", "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=2024-01-02T03%3A04%3A05.250Z", [
            .dots: "?x.minAge=18&x.isOpen=true&x.since=2024-01-02T03%3A04%3A05.250Z",
            .digits: "?x%5BminAge%5D=18&x%5BisOpen%5D=1&x%5Bsince%5D=2024-01-02T03%3A04%3A05.250Z",
            .rfc3339Digits: "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=2024-01-02T03%3A04%3A05.3Z",
            .epochSeconds: "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=1704164645.25",
            .epochMilliseconds: "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=1704164645250",
            .rfc1123: "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT",
            .customDates: "?x%5BminAge%5D=18&x%5BisOpen%5D=true&x%5Bsince%5D=%401704164645",
            .snakeCase: "?x%5Bmin_age%5D=18&x%5Bis_open%5D=true&x%5Bsince%5D=2024-01-02T03%3A04%3A05.250Z",
            .kebabCase: "?x%5Bmin-age%5D=18&x%5Bis-open%5D=true&x%5Bsince%5D=2024-01-02T03%3A04%3A05.250Z",
            .customKeys: "?x%5BMINAGE%5D=18&x%5BISOPEN%5D=true&x%5BSINCE%5D=2024-01-02T03%3A04%3A05.250Z",
        ]),
        Row("struct, optionals", "?x%5Bage%5D=7", [
            .dots: "?x.age=7", .empty: "?x%5BfirstName%5D=&x%5Bage%5D=7", .null: "?x%5BfirstName%5D=null&x%5Bage%5D=7",
            .customKeys: "?x%5BAGE%5D=7",
        ]),
        Row(
            "struct, nested", "?x%5BinnerNest%5D%5B0%5D%5BfirstName%5D=A&x%5BinnerNest%5D%5B1%5D%5Bage%5D=7&x%5Bpoints%5D%5BaB%5D%5Bx%5D=1",
            [
                .comma: "!property 'x': an array of nested values in the style 'comma'",
                .space: "!property 'x': an array of nested values in the style 'space'",
                .pipe: "!property 'x': an array of nested values in the style 'pipe'",
                .dots: "?x.innerNest%5B0%5D.firstName=A&x.innerNest%5B1%5D.age=7&x.points.aB.x=1",
                .empty: "?x%5BinnerNest%5D%5B0%5D%5BfirstName%5D=A&x%5BinnerNest%5D%5B0%5D%5Bage%5D=&x%5BinnerNest%5D%5B1%5D%5BfirstName%5D=&x%5BinnerNest%5D%5B1%5D%5Bage%5D=7&x%5Bpoints%5D%5BaB%5D%5Bx%5D=1&x%5Bpoints%5D%5BaB%5D%5By%5D=",
                .null: "?x%5BinnerNest%5D%5B0%5D%5BfirstName%5D=A&x%5BinnerNest%5D%5B0%5D%5Bage%5D=null&x%5BinnerNest%5D%5B1%5D%5BfirstName%5D=null&x%5BinnerNest%5D%5B1%5D%5Bage%5D=7&x%5Bpoints%5D%5BaB%5D%5Bx%5D=1&x%5Bpoints%5D%5BaB%5D%5By%5D=null",
                .snakeCase: "?x%5Binner_nest%5D%5B0%5D%5Bfirst_name%5D=A&x%5Binner_nest%5D%5B1%5D%5Bage%5D=7&x%5Bpoints%5D%5BaB%5D%5Bx%5D=1",
                .kebabCase: "?x%5Binner-nest%5D%5B0%5D%5Bfirst-name%5D=A&x%5Binner-nest%5D%5B1%5D%5Bage%5D=7&x%5Bpoints%5D%5BaB%5D%5Bx%5D=1",
                .customKeys: "?x%5BINNERNEST%5D%5B0%5D%5BFIRSTNAME%5D=A&x%5BINNERNEST%5D%5B1%5D%5BAGE%5D=7&x%5BPOINTS%5D%5BaB%5D%5Bx%5D=1",
            ]),
        Row("[String: Int]", "?x%5BaB%5D=2&x%5Bb%5D=1&x%5Bc%20d%5D=3", [.dots: "?x.aB=2&x.b=1&x.c%20d=3"]),
        Row("[Int: String]", "?x%5B10%5D=ten&x%5B9%5D=nine", [.dots: "?x.10=ten&x.9=nine"]),
        Row("[String: [Int]]", "?x%5Bb%5D=1&x%5Bb%5D=2", [
            .brackets: "?x%5Bb%5D%5B%5D=1&x%5Bb%5D%5B%5D=2", .indices: "?x%5Bb%5D%5B0%5D=1&x%5Bb%5D%5B1%5D=2",
            .comma: "?x%5Bb%5D=1,2", .space: "?x%5Bb%5D=1%202", .pipe: "?x%5Bb%5D=1%7C2", .dots: "?x.b=1&x.b=2",
        ]),
        Row("[enum: Int]", "!property 'x': a dictionary with keys that have no text; Sort is not CodingKeyRepresentable"),
        Row("[UUID: Int]", "!property 'x': a dictionary with keys that have no text; UUID is not CodingKeyRepresentable"),
        Row("Patch, absent", ""),
        Row("Patch, null", "?x=null"),
        Row("Patch, value", "?x=7"),
        Row("Patch, Date", "?x=2024-01-02T03%3A04%3A05.250Z", [
            .rfc3339Digits: "?x=2024-01-02T03%3A04%3A05.3Z", .epochSeconds: "?x=1704164645.25",
            .epochMilliseconds: "?x=1704164645250", .rfc1123: "?x=Tue%2C%2002%20Jan%202024%2003%3A04%3A05%20GMT",
            .customDates: "?x=%401704164645",
        ]),
        Row("JSONValue", "?x%5Bb%5D=1&x%5Bb%5D=true&x%5Bb%5D=x", [
            .brackets: "?x%5Bb%5D%5B%5D=1&x%5Bb%5D%5B%5D=true&x%5Bb%5D%5B%5D=x",
            .indices: "?x%5Bb%5D%5B0%5D=1&x%5Bb%5D%5B1%5D=true&x%5Bb%5D%5B2%5D=x", .comma: "?x%5Bb%5D=1,true,x",
            .space: "?x%5Bb%5D=1%20true%20x", .pipe: "?x%5Bb%5D=1%7Ctrue%7Cx", .dots: "?x.b=1&x.b=true&x.b=x",
            .digits: "?x%5Bb%5D=1&x%5Bb%5D=1&x%5Bb%5D=x", .empty: "?x%5BaB%5D=&x%5Bb%5D=1&x%5Bb%5D=true&x%5Bb%5D=x",
            .null: "?x%5BaB%5D=null&x%5Bb%5D=1&x%5Bb%5D=true&x%5Bb%5D=x",
        ]),
        Row("JSONValue, null", "", [.empty: "?x=", .null: "?x=null"]),
        Row("FilePart", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!property 'x': a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "!property 'x': an HTTPBody, which only @Body can send"),
        Row("Multipart", "!property 'x': a Multipart, which only @Body can send"),
        Row("nested 70 deep", "!property 'x': values nested deeper than 64"),
    ]

    @Test(arguments: rows)
    func `a value in the query`(row: Row) throws {
        try expect(row, in: .query)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
