/// A value of a body whose dates have a format of their own, whatever the body's encoder does with dates.
///
/// It is encoded as JSON in that format first, and then its JSON by the body's encoder. A fraction in it has the digits
/// of a `Double`.
struct RedatedValue: Encodable {
    let value: any Encodable
    let dates: DateFormat

    func encode(to encoder: any Encoder) throws {
        let json = try FoundationJSON(dates: dates).encode(inOrder(value))
        guard let value = JSONValue(parsing: json) else { throw ParameterProblem("a value that has no JSON") }
        try value.encode(to: encoder)
    }
}
