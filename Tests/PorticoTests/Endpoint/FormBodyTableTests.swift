import Testing

/// `POST /f` with `@Body x`.
@Suite struct FormBodyTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", "!body: a form is made of names and values, but the @Body is Int"),
        Row("Int64.min", "!body: a form is made of names and values, but the @Body is Int64"),
        Row("UInt64.max", "!body: a form is made of names and values, but the @Body is UInt64"),
        Row("Int128.max", "!body: a form is made of names and values, but the @Body is Int128"),
        Row("UInt128.max", "!body: a form is made of names and values, but the @Body is UInt128"),
        Row("Double, whole", "!body: a form is made of names and values, but the @Body is Double"),
        Row("Double, a fraction", "!body: a form is made of names and values, but the @Body is Double"),
        Row("Double, huge", "!body: a form is made of names and values, but the @Body is Double"),
        Row("Double, infinite", "!body: a form is made of names and values, but the @Body is Double"),
        Row("Double, not a number", "!body: a form is made of names and values, but the @Body is Double"),
        Row("Float", "!body: a form is made of names and values, but the @Body is Float"),
        Row("Float, infinite", "!body: a form is made of names and values, but the @Body is Float"),
        Row("Decimal", "!body: a form is made of names and values, but the @Body is Decimal"),
        Row("Decimal, not a number", "!body: a number that is not finite"),
        Row("enum of Int", "!body: a form is made of names and values, but the @Body is Level"),
        Row("Bool", "!body: a form is made of names and values, but the @Body is Bool"),
        Row("String", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, empty", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, delimiters", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, beyond ASCII", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, quotes", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, CR LF", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, NUL", "!body: a form is made of names and values, but the @Body is String"),
        Row("String, dots", "!body: a form is made of names and values, but the @Body is String"),
        Row("UUID", "!body: a form is made of names and values, but the @Body is UUID"),
        Row("Date", "!body: a form is made of names and values, but the @Body is Date"),
        Row("Date, year 33658", "!body: a form is made of names and values, but the @Body is Date"),
        Row("URL", "!body: a form is made of names and values, but the @Body is URL"),
        Row("Data", "!body: a form is made of names and values, but the @Body is Data"),
        Row("enum of String", "!body: a form is made of names and values, but the @Body is Sort"),
        Row("Optional, some", "!body: a form is made of names and values, but the @Body is Optional<Int>"),
        Row("Optional, nil", ""),
        Row("Optional Date, some", "!body: a form is made of names and values, but the @Body is Optional<Date>"),
        Row("Optional of Optional, nil", ""),
        Row("[Int]", "!body: a form is made of names and values, but the @Body is Array<Int>"),
        Row("[Int], empty", "!body: a form is made of names and values, but the @Body is Array<Int>"),
        Row("[String], delimiters", "!body: a form is made of names and values, but the @Body is Array<String>"),
        Row("[Date]", "!body: a form is made of names and values, but the @Body is Array<Date>"),
        Row("[Bool]", "!body: a form is made of names and values, but the @Body is Array<Bool>"),
        Row("[Data]", "!body: a form is made of names and values, but the @Body is Array<Data>"),
        Row("[Int?]", "!body: a form is made of names and values, but the @Body is Array<Optional<Int>>"),
        Row("[[Int]]", "!body: a form is made of names and values, but the @Body is Array<Array<Int>>"),
        Row("[struct]", "!body: a form is made of names and values, but the @Body is Array<Point>"),
        Row("Set", "!body: a form is made of names and values, but the @Body is Array<String>"),
        Row("struct", "minAge=18&isOpen=true&since=2024-01-02T03%3A04%3A05.250Z", [
            .digits: "minAge=18&isOpen=1&since=2024-01-02T03%3A04%3A05.250Z",
            .rfc3339Digits: "minAge=18&isOpen=true&since=2024-01-02T03%3A04%3A05.3Z",
            .epochSeconds: "minAge=18&isOpen=true&since=1704164645.25",
            .epochMilliseconds: "minAge=18&isOpen=true&since=1704164645250",
            .rfc1123: "minAge=18&isOpen=true&since=Tue%2C+02+Jan+2024+03%3A04%3A05+GMT",
            .customDates: "minAge=18&isOpen=true&since=%401704164645",
            .snakeCase: "min_age=18&is_open=true&since=2024-01-02T03%3A04%3A05.250Z",
            .kebabCase: "min-age=18&is-open=true&since=2024-01-02T03%3A04%3A05.250Z",
            .customKeys: "MINAGE=18&ISOPEN=true&SINCE=2024-01-02T03%3A04%3A05.250Z",
        ]),
        Row("struct, optionals", "age=7", [
            .empty: "firstName=&age=7", .null: "firstName=null&age=7", .customKeys: "AGE=7",
        ]),
        Row("struct, nested", "innerNest%5B0%5D%5BfirstName%5D=A&innerNest%5B1%5D%5Bage%5D=7&points%5BaB%5D%5Bx%5D=1", [
            .comma: "!property 'innerNest': an array of nested values in the style 'comma'",
            .space: "!property 'innerNest': an array of nested values in the style 'space'",
            .pipe: "!property 'innerNest': an array of nested values in the style 'pipe'",
            .dots: "innerNest%5B0%5D.firstName=A&innerNest%5B1%5D.age=7&points.aB.x=1",
            .empty: "innerNest%5B0%5D%5BfirstName%5D=A&innerNest%5B0%5D%5Bage%5D=&innerNest%5B1%5D%5BfirstName%5D=&innerNest%5B1%5D%5Bage%5D=7&points%5BaB%5D%5Bx%5D=1&points%5BaB%5D%5By%5D=",
            .null: "innerNest%5B0%5D%5BfirstName%5D=A&innerNest%5B0%5D%5Bage%5D=null&innerNest%5B1%5D%5BfirstName%5D=null&innerNest%5B1%5D%5Bage%5D=7&points%5BaB%5D%5Bx%5D=1&points%5BaB%5D%5By%5D=null",
            .snakeCase: "inner_nest%5B0%5D%5Bfirst_name%5D=A&inner_nest%5B1%5D%5Bage%5D=7&points%5BaB%5D%5Bx%5D=1",
            .kebabCase: "inner-nest%5B0%5D%5Bfirst-name%5D=A&inner-nest%5B1%5D%5Bage%5D=7&points%5BaB%5D%5Bx%5D=1",
            .customKeys: "INNERNEST%5B0%5D%5BFIRSTNAME%5D=A&INNERNEST%5B1%5D%5BAGE%5D=7&POINTS%5BaB%5D%5Bx%5D=1",
        ]),
        Row("[String: Int]", "aB=2&b=1&c+d=3"),
        Row("[Int: String]", "10=ten&9=nine"),
        Row("[String: [Int]]", "b=1&b=2", [
            .brackets: "b%5B%5D=1&b%5B%5D=2", .indices: "b%5B0%5D=1&b%5B1%5D=2", .comma: "b=1,2", .space: "b=1+2",
            .pipe: "b=1%7C2",
        ]),
        Row("[enum: Int]", "!body: a dictionary with keys that have no text; Sort is not CodingKeyRepresentable"),
        Row("[UUID: Int]", "!body: a dictionary with keys that have no text; UUID is not CodingKeyRepresentable"),
        Row("Patch, absent", ""),
        Row("Patch, null", "!body: a form is made of names and values, but the @Body is Patch<Int>"),
        Row("Patch, value", "!body: a form is made of names and values, but the @Body is Patch<Int>"),
        Row("Patch, Date", "!body: a form is made of names and values, but the @Body is Patch<Date>"),
        Row("JSONValue", "b=1&b=true&b=x", [
            .brackets: "b%5B%5D=1&b%5B%5D=true&b%5B%5D=x", .indices: "b%5B0%5D=1&b%5B1%5D=true&b%5B2%5D=x",
            .comma: "b=1,true,x", .space: "b=1+true+x", .pipe: "b=1%7Ctrue%7Cx", .digits: "b=1&b=1&b=x",
            .empty: "aB=&b=1&b=true&b=x", .null: "aB=null&b=1&b=true&b=x",
        ]),
        Row("JSONValue, null", "!body: a form is made of names and values, but the @Body is JSONValue"),
        Row("FilePart", "!body: a FilePart, which only @Part of a multipart endpoint can send"),
        Row("[FilePart]", "!body: a FilePart, which only @Part of a multipart endpoint can send"),
        Row("HTTPBody", "raw"),
        Row("Multipart", #"name="a"⏎⏎1⏎"#),
        Row("nested 70 deep", "!body: values nested deeper than 64"),
    ]

    @Test(arguments: rows)
    func `a value as a whole form`(row: Row) throws {
        try expect(row, in: .wholeForm)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
