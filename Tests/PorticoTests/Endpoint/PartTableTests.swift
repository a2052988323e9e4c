import Testing

/// `POST /m` with `@Part x`; parts are told apart by a bar, `⏎` is the end of a line.
@Suite struct PartTableTests {
    // swift-format-ignore
    static let rows: [Row] = [
        Row("Int", #"name="x"⏎⏎42⏎"#),
        Row("Int64.min", #"name="x"⏎⏎-9223372036854775808⏎"#),
        Row("UInt64.max", #"name="x"⏎⏎18446744073709551615⏎"#),
        Row("Int128.max", #"name="x"⏎⏎170141183460469231731687303715884105727⏎"#),
        Row("UInt128.max", #"name="x"⏎⏎340282366920938463463374607431768211455⏎"#),
        Row("Double, whole", #"name="x"⏎⏎3⏎"#),
        Row("Double, a fraction", #"name="x"⏎⏎0.1⏎"#),
        Row("Double, huge", #"name="x"⏎⏎1e+300⏎"#),
        Row("Double, infinite", "!property 'x': a number that is not finite"),
        Row("Double, not a number", "!property 'x': a number that is not finite"),
        Row("Float", #"name="x"⏎⏎0.1⏎"#),
        Row("Float, infinite", "!property 'x': a number that is not finite"),
        Row("Decimal", #"name="x"⏎⏎12345678901234567890.0123456789⏎"#),
        Row("Decimal, not a number", "!property 'x': a number that is not finite"),
        Row("enum of Int", #"name="x"⏎⏎2⏎"#),
        Row("Bool", #"name="x"⏎⏎true⏎"#, [.digits: #"name="x"⏎⏎1⏎"#]),
        Row("String", #"name="x"⏎⏎plain-._~⏎"#),
        Row("String, empty", #"name="x"⏎⏎⏎"#),
        Row("String, delimiters", #"name="x"⏎⏎a/b+c;d?e#f%g h&i=j,k|l⏎"#),
        Row("String, beyond ASCII", #"name="x"⏎⏎é 😀⏎"#),
        Row("String, quotes", #"name="x"⏎⏎it's "so" \ ⏎"#),
        Row("String, CR LF", #"name="x"⏎⏎a⏎b⏎"#),
        Row("String, NUL", #"name="x"⏎⏎a\#0b⏎"#),
        Row("String, dots", #"name="x"⏎⏎..⏎"#),
        Row("UUID", #"name="x"⏎⏎11111111-2222-3333-4444-555555555555⏎"#),
        Row("Date", #"name="x"⏎⏎2024-01-02T03:04:05.250Z⏎"#, [
            .rfc3339Digits: #"name="x"⏎⏎2024-01-02T03:04:05.3Z⏎"#, .epochSeconds: #"name="x"⏎⏎1704164645.25⏎"#,
            .epochMilliseconds: #"name="x"⏎⏎1704164645250⏎"#, .rfc1123: #"name="x"⏎⏎Tue, 02 Jan 2024 03:04:05 GMT⏎"#,
            .customDates: #"name="x"⏎⏎@1704164645⏎"#,
        ]),
        Row("Date, year 33658", "!property 'x': a date outside the years 0 to 9999, which its format cannot tell", [
            .customDates: #"name="x"⏎⏎@1000000000000⏎"#,
        ]),
        Row("URL", #"name="x"⏎⏎https://h/a?b=c%20d⏎"#),
        Row("Data", #"name="x"⏎Content-Type: application/octet-stream⏎⏎��\#0⏎"#),
        Row("enum of String", #"name="x"⏎⏎newest first⏎"#),
        Row("Optional, some", #"name="x"⏎⏎7⏎"#),
        Row("Optional, nil", "", [.empty: #"name="x"⏎⏎⏎"#, .null: #"name="x"⏎⏎null⏎"#]),
        Row("Optional Date, some", #"name="x"⏎⏎2024-01-02T03:04:05.250Z⏎"#, [
            .rfc3339Digits: #"name="x"⏎⏎2024-01-02T03:04:05.3Z⏎"#, .epochSeconds: #"name="x"⏎⏎1704164645.25⏎"#,
            .epochMilliseconds: #"name="x"⏎⏎1704164645250⏎"#, .rfc1123: #"name="x"⏎⏎Tue, 02 Jan 2024 03:04:05 GMT⏎"#,
            .customDates: #"name="x"⏎⏎@1704164645⏎"#,
        ]),
        Row("Optional of Optional, nil", "", [.empty: #"name="x"⏎⏎⏎"#, .null: #"name="x"⏎⏎null⏎"#]),
        Row("[Int]", #"name="x"⏎⏎1⏎ | name="x"⏎⏎2⏎"#, [
            .brackets: #"name="x[]"⏎⏎1⏎ | name="x[]"⏎⏎2⏎"#, .indices: #"name="x[0]"⏎⏎1⏎ | name="x[1]"⏎⏎2⏎"#,
            .comma: #"name="x"⏎⏎1,2⏎"#, .space: #"name="x"⏎⏎1 2⏎"#, .pipe: #"name="x"⏎⏎1|2⏎"#,
        ]),
        Row("[Int], empty", ""),
        Row("[String], delimiters", #"name="x"⏎⏎a,b⏎ | name="x"⏎⏎c d⏎ | name="x"⏎⏎e|f⏎"#, [
            .brackets: #"name="x[]"⏎⏎a,b⏎ | name="x[]"⏎⏎c d⏎ | name="x[]"⏎⏎e|f⏎"#,
            .indices: #"name="x[0]"⏎⏎a,b⏎ | name="x[1]"⏎⏎c d⏎ | name="x[2]"⏎⏎e|f⏎"#,
            .comma: #"name="x"⏎⏎a,b,c d,e|f⏎"#,
            .space: "!property 'x': an element with the delimiter of the style 'space' in it",
            .pipe: "!property 'x': an element with the delimiter of the style 'pipe' in it",
        ]),
        Row("[Date]", #"name="x"⏎⏎2024-01-02T03:04:05.250Z⏎ | name="x"⏎⏎2024-01-02T03:04:07Z⏎"#, [
            .brackets: #"name="x[]"⏎⏎2024-01-02T03:04:05.250Z⏎ | name="x[]"⏎⏎2024-01-02T03:04:07Z⏎"#,
            .indices: #"name="x[0]"⏎⏎2024-01-02T03:04:05.250Z⏎ | name="x[1]"⏎⏎2024-01-02T03:04:07Z⏎"#,
            .comma: #"name="x"⏎⏎2024-01-02T03:04:05.250Z,2024-01-02T03:04:07Z⏎"#,
            .space: #"name="x"⏎⏎2024-01-02T03:04:05.250Z 2024-01-02T03:04:07Z⏎"#,
            .pipe: #"name="x"⏎⏎2024-01-02T03:04:05.250Z|2024-01-02T03:04:07Z⏎"#,
            .rfc3339Digits: #"name="x"⏎⏎2024-01-02T03:04:05.3Z⏎ | name="x"⏎⏎2024-01-02T03:04:07.0Z⏎"#,
            .epochSeconds: #"name="x"⏎⏎1704164645.25⏎ | name="x"⏎⏎1704164647⏎"#,
            .epochMilliseconds: #"name="x"⏎⏎1704164645250⏎ | name="x"⏎⏎1704164647000⏎"#,
            .rfc1123: #"name="x"⏎⏎Tue, 02 Jan 2024 03:04:05 GMT⏎ | name="x"⏎⏎Tue, 02 Jan 2024 03:04:07 GMT⏎"#,
            .customDates: #"name="x"⏎⏎@1704164645⏎ | name="x"⏎⏎@1704164647⏎"#,
        ]),
        Row("[Bool]", #"name="x"⏎⏎true⏎ | name="x"⏎⏎false⏎"#, [
            .brackets: #"name="x[]"⏎⏎true⏎ | name="x[]"⏎⏎false⏎"#,
            .indices: #"name="x[0]"⏎⏎true⏎ | name="x[1]"⏎⏎false⏎"#, .comma: #"name="x"⏎⏎true,false⏎"#,
            .space: #"name="x"⏎⏎true false⏎"#, .pipe: #"name="x"⏎⏎true|false⏎"#,
            .digits: #"name="x"⏎⏎1⏎ | name="x"⏎⏎0⏎"#,
        ]),
        Row(
            "[Data]", #"name="x"⏎Content-Type: application/octet-stream⏎⏎�⏎ | name="x"⏎Content-Type: application/octet-stream⏎⏎�⏎"#,
            [
                .brackets: #"name="x[]"⏎Content-Type: application/octet-stream⏎⏎�⏎ | name="x[]"⏎Content-Type: application/octet-stream⏎⏎�⏎"#,
                .indices: #"name="x[0]"⏎Content-Type: application/octet-stream⏎⏎�⏎ | name="x[1]"⏎Content-Type: application/octet-stream⏎⏎�⏎"#,
                .comma: #"name="x"⏎⏎+w==,/w==⏎"#, .space: #"name="x"⏎⏎+w== /w==⏎"#, .pipe: #"name="x"⏎⏎+w==|/w==⏎"#,
            ]),
        Row("[Int?]", #"name="x"⏎⏎1⏎ | name="x"⏎⏎2⏎"#, [
            .brackets: #"name="x[]"⏎⏎1⏎ | name="x[]"⏎⏎2⏎"#, .indices: #"name="x[0]"⏎⏎1⏎ | name="x[2]"⏎⏎2⏎"#,
            .comma: "!property 'x': an array with a nil in it, which has no text here",
            .space: "!property 'x': an array with a nil in it, which has no text here",
            .pipe: "!property 'x': an array with a nil in it, which has no text here",
            .empty: #"name="x"⏎⏎1⏎ | name="x"⏎⏎⏎ | name="x"⏎⏎2⏎"#,
            .null: #"name="x"⏎⏎1⏎ | name="x"⏎⏎null⏎ | name="x"⏎⏎2⏎"#,
        ]),
        Row("[[Int]]", #"name="x[0]"⏎⏎1⏎ | name="x[0]"⏎⏎2⏎ | name="x[1]"⏎⏎3⏎"#, [
            .brackets: #"name="x[0][]"⏎⏎1⏎ | name="x[0][]"⏎⏎2⏎ | name="x[1][]"⏎⏎3⏎"#,
            .indices: #"name="x[0][0]"⏎⏎1⏎ | name="x[0][1]"⏎⏎2⏎ | name="x[1][0]"⏎⏎3⏎"#,
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
        ]),
        Row("[struct]", #"name="x[0][x]"⏎⏎1⏎ | name="x[0][y]"⏎⏎2⏎ | name="x[1][x]"⏎⏎3⏎"#, [
            .comma: "!property 'x': an array of nested values in the style 'comma'",
            .space: "!property 'x': an array of nested values in the style 'space'",
            .pipe: "!property 'x': an array of nested values in the style 'pipe'",
            .dots: #"name="x[0].x"⏎⏎1⏎ | name="x[0].y"⏎⏎2⏎ | name="x[1].x"⏎⏎3⏎"#,
            .empty: #"name="x[0][x]"⏎⏎1⏎ | name="x[0][y]"⏎⏎2⏎ | name="x[1][x]"⏎⏎3⏎ | name="x[1][y]"⏎⏎⏎"#,
            .null: #"name="x[0][x]"⏎⏎1⏎ | name="x[0][y]"⏎⏎2⏎ | name="x[1][x]"⏎⏎3⏎ | name="x[1][y]"⏎⏎null⏎"#,
            .customKeys: #"name="x[0][x]"⏎⏎1⏎ | name="x[0][Y]"⏎⏎2⏎ | name="x[1][x]"⏎⏎3⏎"#,
        ]),
        Row("Set", #"name="x"⏎⏎a⏎ | name="x"⏎⏎b⏎ | name="x"⏎⏎c⏎ | name="x"⏎⏎d⏎ | name="x"⏎⏎e⏎"#, [
            .brackets: #"name="x[]"⏎⏎a⏎ | name="x[]"⏎⏎b⏎ | name="x[]"⏎⏎c⏎ | name="x[]"⏎⏎d⏎ | name="x[]"⏎⏎e⏎"#,
            .indices: #"name="x[0]"⏎⏎a⏎ | name="x[1]"⏎⏎b⏎ | name="x[2]"⏎⏎c⏎ | name="x[3]"⏎⏎d⏎ | name="x[4]"⏎⏎e⏎"#,
            .comma: #"name="x"⏎⏎a,b,c,d,e⏎"#, .space: #"name="x"⏎⏎a b c d e⏎"#, .pipe: #"name="x"⏎⏎a|b|c|d|e⏎"#,
        ]),
        Row(
            "struct", #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
            [
                .dots: #"name="x.minAge"⏎⏎18⏎ | name="x.isOpen"⏎⏎true⏎ | name="x.since"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
                .digits: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎1⏎ | name="x[since]"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
                .rfc3339Digits: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎2024-01-02T03:04:05.3Z⏎"#,
                .epochSeconds: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎1704164645.25⏎"#,
                .epochMilliseconds: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎1704164645250⏎"#,
                .rfc1123: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎Tue, 02 Jan 2024 03:04:05 GMT⏎"#,
                .customDates: #"name="x[minAge]"⏎⏎18⏎ | name="x[isOpen]"⏎⏎true⏎ | name="x[since]"⏎⏎@1704164645⏎"#,
                .snakeCase: #"name="x[min_age]"⏎⏎18⏎ | name="x[is_open]"⏎⏎true⏎ | name="x[since]"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
                .kebabCase: #"name="x[min-age]"⏎⏎18⏎ | name="x[is-open]"⏎⏎true⏎ | name="x[since]"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
                .customKeys: #"name="x[MINAGE]"⏎⏎18⏎ | name="x[ISOPEN]"⏎⏎true⏎ | name="x[SINCE]"⏎⏎2024-01-02T03:04:05.250Z⏎"#,
            ]),
        Row("struct, optionals", #"name="x[age]"⏎⏎7⏎"#, [
            .dots: #"name="x.age"⏎⏎7⏎"#, .empty: #"name="x[firstName]"⏎⏎⏎ | name="x[age]"⏎⏎7⏎"#,
            .null: #"name="x[firstName]"⏎⏎null⏎ | name="x[age]"⏎⏎7⏎"#, .customKeys: #"name="x[AGE]"⏎⏎7⏎"#,
        ]),
        Row(
            "struct, nested", #"name="x[innerNest][0][firstName]"⏎⏎A⏎ | name="x[innerNest][1][age]"⏎⏎7⏎ | name="x[points][aB][x]"⏎⏎1⏎"#,
            [
                .comma: "!property 'x': an array of nested values in the style 'comma'",
                .space: "!property 'x': an array of nested values in the style 'space'",
                .pipe: "!property 'x': an array of nested values in the style 'pipe'",
                .dots: #"name="x.innerNest[0].firstName"⏎⏎A⏎ | name="x.innerNest[1].age"⏎⏎7⏎ | name="x.points.aB.x"⏎⏎1⏎"#,
                .empty: #"name="x[innerNest][0][firstName]"⏎⏎A⏎ | name="x[innerNest][0][age]"⏎⏎⏎ | name="x[innerNest][1][firstName]"⏎⏎⏎ | name="x[innerNest][1][age]"⏎⏎7⏎ | name="x[points][aB][x]"⏎⏎1⏎ | name="x[points][aB][y]"⏎⏎⏎"#,
                .null: #"name="x[innerNest][0][firstName]"⏎⏎A⏎ | name="x[innerNest][0][age]"⏎⏎null⏎ | name="x[innerNest][1][firstName]"⏎⏎null⏎ | name="x[innerNest][1][age]"⏎⏎7⏎ | name="x[points][aB][x]"⏎⏎1⏎ | name="x[points][aB][y]"⏎⏎null⏎"#,
                .snakeCase: #"name="x[inner_nest][0][first_name]"⏎⏎A⏎ | name="x[inner_nest][1][age]"⏎⏎7⏎ | name="x[points][aB][x]"⏎⏎1⏎"#,
                .kebabCase: #"name="x[inner-nest][0][first-name]"⏎⏎A⏎ | name="x[inner-nest][1][age]"⏎⏎7⏎ | name="x[points][aB][x]"⏎⏎1⏎"#,
                .customKeys: #"name="x[INNERNEST][0][FIRSTNAME]"⏎⏎A⏎ | name="x[INNERNEST][1][AGE]"⏎⏎7⏎ | name="x[POINTS][aB][x]"⏎⏎1⏎"#,
            ]),
        Row("[String: Int]", #"name="x[aB]"⏎⏎2⏎ | name="x[b]"⏎⏎1⏎ | name="x[c d]"⏎⏎3⏎"#, [
            .dots: #"name="x.aB"⏎⏎2⏎ | name="x.b"⏎⏎1⏎ | name="x.c d"⏎⏎3⏎"#,
        ]),
        Row("[Int: String]", #"name="x[10]"⏎⏎ten⏎ | name="x[9]"⏎⏎nine⏎"#, [
            .dots: #"name="x.10"⏎⏎ten⏎ | name="x.9"⏎⏎nine⏎"#,
        ]),
        Row("[String: [Int]]", #"name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎2⏎"#, [
            .brackets: #"name="x[b][]"⏎⏎1⏎ | name="x[b][]"⏎⏎2⏎"#,
            .indices: #"name="x[b][0]"⏎⏎1⏎ | name="x[b][1]"⏎⏎2⏎"#, .comma: #"name="x[b]"⏎⏎1,2⏎"#,
            .space: #"name="x[b]"⏎⏎1 2⏎"#, .pipe: #"name="x[b]"⏎⏎1|2⏎"#, .dots: #"name="x.b"⏎⏎1⏎ | name="x.b"⏎⏎2⏎"#,
        ]),
        Row("[enum: Int]", "!property 'x': a dictionary with keys that have no text; Sort is not CodingKeyRepresentable"),
        Row("[UUID: Int]", "!property 'x': a dictionary with keys that have no text; UUID is not CodingKeyRepresentable"),
        Row("Patch, absent", ""),
        Row("Patch, null", #"name="x"⏎⏎null⏎"#),
        Row("Patch, value", #"name="x"⏎⏎7⏎"#),
        Row("Patch, Date", #"name="x"⏎⏎2024-01-02T03:04:05.250Z⏎"#, [
            .rfc3339Digits: #"name="x"⏎⏎2024-01-02T03:04:05.3Z⏎"#, .epochSeconds: #"name="x"⏎⏎1704164645.25⏎"#,
            .epochMilliseconds: #"name="x"⏎⏎1704164645250⏎"#, .rfc1123: #"name="x"⏎⏎Tue, 02 Jan 2024 03:04:05 GMT⏎"#,
            .customDates: #"name="x"⏎⏎@1704164645⏎"#,
        ]),
        Row("JSONValue", #"name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎true⏎ | name="x[b]"⏎⏎x⏎"#, [
            .brackets: #"name="x[b][]"⏎⏎1⏎ | name="x[b][]"⏎⏎true⏎ | name="x[b][]"⏎⏎x⏎"#,
            .indices: #"name="x[b][0]"⏎⏎1⏎ | name="x[b][1]"⏎⏎true⏎ | name="x[b][2]"⏎⏎x⏎"#,
            .comma: #"name="x[b]"⏎⏎1,true,x⏎"#, .space: #"name="x[b]"⏎⏎1 true x⏎"#, .pipe: #"name="x[b]"⏎⏎1|true|x⏎"#,
            .dots: #"name="x.b"⏎⏎1⏎ | name="x.b"⏎⏎true⏎ | name="x.b"⏎⏎x⏎"#,
            .digits: #"name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎x⏎"#,
            .empty: #"name="x[aB]"⏎⏎⏎ | name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎true⏎ | name="x[b]"⏎⏎x⏎"#,
            .null: #"name="x[aB]"⏎⏎null⏎ | name="x[b]"⏎⏎1⏎ | name="x[b]"⏎⏎true⏎ | name="x[b]"⏎⏎x⏎"#,
        ]),
        Row("JSONValue, null", "", [.empty: #"name="x"⏎⏎⏎"#, .null: #"name="x"⏎⏎null⏎"#]),
        Row("FilePart", #"name="x"; filename="a.jpg"⏎Content-Type: image/jpeg⏎⏎JPEG⏎"#),
        Row("[FilePart]", #"name="x"; filename="a.jpg"⏎Content-Type: image/jpeg⏎⏎JPEG⏎ | name="x"; filename="a.jpg"⏎Content-Type: image/jpeg⏎⏎JPEG⏎"#),
        Row("HTTPBody", "!property 'x': an HTTPBody, which only @Body can send"),
        Row("Multipart", "!property 'x': a Multipart, which only @Body can send"),
        Row("nested 70 deep", "!property 'x': values nested deeper than 64"),
    ]

    @Test(arguments: rows)
    func `a value in a part of a multipart form`(row: Row) throws {
        try expect(row, in: .part)
    }

    @Test func `every shape has its row`() {
        expectWhole(Self.rows)
    }
}
