/// How a value becomes text in each place, by its style: functions with no state.
extension ParameterValue {
    /// Adds the items of a query or form that the value makes under a name.
    ///
    /// Elements that are arrays or objects are always told apart by their index, so that what belongs together stays
    /// so.
    func appendItems(
        _ name: String, _ style: ResolvedStyle, isForm: Bool = false, to items: inout [QueryItem]
    ) throws(ParameterProblem) {
        switch self {
        case .absent: break
        case .null:
            switch style.nils {
            case .omitted: break
            case .empty: items.append(QueryItem(name: name, value: ""))
            case .null: items.append(QueryItem(name: name, value: "null"))
            }
        case .array(let elements):
            if let delimiter = style.arrays.delimiter {
                guard !elements.isEmpty else { return }
                let texts = try Self.texts(elements, style, joinedBy: delimiter)
                items.append(QueryItem(name: name, elements: texts, delimiter: delimiter, isForm: isForm))
            } else {
                for (index, element) in elements.enumerated() {
                    let name = element.isNested ? "\(name)[\(index)]" : style.arrays.name(of: name, index)
                    try element.appendItems(name, style, isForm: isForm, to: &items)
                }
            }
        case .object(let members):
            for member in members {
                try member.value.appendItems(
                    style.nesting.name(of: name, member.key), style, isForm: isForm, to: &items)
            }
        default:
            items.append(QueryItem(name: name, value: try scalarText(style)))
        }
    }

    /// Adds the lines that the value makes of a field.
    func appendLines(_ name: HTTPField.Name, _ style: ResolvedStyle, to fields: inout HTTPFields)
        throws(ParameterProblem)
    {
        switch self {
        case .absent: break
        case .null:
            switch style.nils {
            case .omitted: break
            case .empty: fields.append(name, "")
            case .null: fields.append(name, "null")
            }
        case .array(let elements):
            if let delimiter = style.arrays.delimiter {
                guard !elements.isEmpty else { return }
                let texts = try Self.texts(elements, style, joinedBy: delimiter)
                if delimiter == .comma, texts.contains(where: { $0.utf8.contains(UInt8(ascii: ",")) }) {
                    throw ParameterProblem("an element with a comma in a list that commas separate")
                }
                fields.append(name, texts.joined(separator: delimiter.text))
            } else if style.arrays == .repeated {
                for element in elements where !element.isOmitted(style) {
                    fields.append(name, try element.elementText(style))
                }
            } else {
                throw ParameterProblem("an array in the style '\(style.arrays)', which a header cannot have")
            }
        case .object:
            throw ParameterProblem("a nested value, which a header cannot hold")
        default:
            fields.append(name, try scalarText(style))
        }
    }

    /// Writes the value into a path.
    func append(
        to path: inout TargetWriter, keepsSlashes: Bool = false, _ style: ResolvedStyle
    ) throws(ParameterProblem) {
        switch self {
        case .null, .explicitNull, .absent:
            throw ParameterProblem("nil, but a path segment needs a value")
        case .array(let elements):
            guard !elements.isEmpty else { throw ParameterProblem("an empty path segment") }
            if keepsSlashes {
                for (index, element) in elements.enumerated() {
                    if index > 0 { path.append(literal: "/") }
                    path.append(text: try element.elementText(style))
                    try path.checkLastSegment()
                }
            } else {
                try Self.append(elements, to: &path, style)
            }
        case .object:
            throw ParameterProblem("a nested value, which a path cannot hold")
        default:
            let text = try scalarText(style)
            if keepsSlashes { try path.append(segments: text) } else { path.append(text: text) }
        }
    }

    /// Writes the value into the query that stands in a path's text, where its item stands already.
    func append(toQueryOf path: inout TargetWriter, _ style: ResolvedStyle) throws(ParameterProblem) {
        switch self {
        case .null where style.nils == .null: path.append(text: "null")
        case .null where style.nils == .empty: break
        case .null, .absent: throw ParameterProblem("nil, which cannot be left out there; give it in 'query'")
        case .array(let elements): try Self.append(elements, to: &path, style)
        case .object: throw ParameterProblem("a nested value, which has no place there; give it in 'query'")
        default: path.append(text: try scalarText(style))
        }
    }

    /// Writes elements into a path with the style's delimiter between them.
    private static func append(
        _ elements: [ParameterValue], to path: inout TargetWriter, _ style: ResolvedStyle
    ) throws(ParameterProblem) {
        guard let delimiter = style.arrays.delimiter else {
            throw ParameterProblem("an array in the style '\(style.arrays)', but a path needs comma, space or pipe")
        }
        for (index, text) in try texts(elements, style, joinedBy: delimiter).enumerated() {
            if index > 0 { path.append(literal: String(decoding: delimiter.escaped, as: UTF8.self)) }
            path.append(text: text)
        }
    }

    private func isOmitted(_ style: ResolvedStyle) -> Bool {
        switch self {
        case .absent: true
        case .null: style.nils == .omitted
        default: false
        }
    }

    var isData: Bool { if case .data = self { true } else { false } }

    private var isNested: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    func scalarText(_ style: ResolvedStyle) throws(ParameterProblem) -> String {
        if case .date(let date) = self, !style.dates.canTell(date) {
            throw ParameterProblem("a date outside the years 0 to 9999, which its format cannot tell")
        }
        guard let text = text(style) else { throw ParameterProblem.notFinite }
        return text
    }

    /// The text of an element that cannot be an array, an object or nil.
    private func elementText(_ style: ResolvedStyle) throws(ParameterProblem) -> String {
        switch self {
        case .array, .object: throw ParameterProblem("an array of nested values, which only queries and forms can hold")
        case .null where style.nils == .null: return "null"
        case .null where style.nils == .empty: return ""
        case .null, .absent: throw ParameterProblem("an array with a nil in it, which has no text here")
        default: return try scalarText(style)
        }
    }

    private static func texts(
        _ elements: [ParameterValue], _ style: ResolvedStyle, joinedBy delimiter: QueryItem.Delimiter
    ) throws(ParameterProblem) -> [String] {
        var texts: [String] = []
        for element in elements {
            if element.isNested { throw ParameterProblem("an array of nested values in the style '\(style.arrays)'") }
            let text = try element.elementText(style)
            // By bytes: to Swift, a space with a combining mark after it is another `Character`.
            if delimiter != .comma, text.utf8.contains(delimiter.byte) {
                throw ParameterProblem("an element with the delimiter of the style '\(style.arrays)' in it")
            }
            texts.append(text)
        }
        return texts
    }
}

extension ParameterStyle.Arrays {
    /// What joins the elements in one value; nil where each has an item of its own.
    var delimiter: QueryItem.Delimiter? {
        switch self {
        case .repeated, .brackets, .indices: nil
        case .comma: .comma
        case .space: .space
        case .pipe: .pipe
        }
    }

    func name(of array: String, _ index: Int) -> String {
        switch self {
        case .brackets: "\(array)[]"
        case .indices: "\(array)[\(index)]"
        case .repeated, .comma, .space, .pipe: array
        }
    }
}

extension ParameterStyle.Nesting {
    fileprivate func name(of object: String, _ key: String) -> String {
        switch self {
        case .brackets: "\(object)[\(key)]"
        case .dots: "\(object).\(key)"
        }
    }
}
