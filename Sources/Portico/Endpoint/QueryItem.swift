/// One item of a query or form: a name and, mostly, a value, neither of them escaped.
public struct QueryItem: Hashable, Sendable {
    /// Not escaped.
    public var name: String
    /// Nil for a name with no equals sign behind it.
    public var value: String? {
        didSet { escapedValue = nil }
    }
    /// The value as it goes out, where escaping it as a whole would escape its delimiters.
    private(set) var escapedValue: [UInt8]?

    /// An item of a name and a value as they are meant; they are escaped on their way out.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    /// An array in one value; the delimiter between the elements stays as it is.
    init(name: String, elements: [String], delimiter: Delimiter, isForm: Bool) {
        self.name = name
        value = elements.joined(separator: delimiter.text)
        var bytes: [UInt8] = []
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes += isForm && delimiter == .space ? [UInt8(ascii: "+")] : delimiter.escaped }
            PercentEncoding.append(element, to: &bytes, for: isForm ? .form : .url)
        }
        escapedValue = bytes
    }

    /// What stands between the elements of an array.
    enum Delimiter {
        case comma, space, pipe

        var text: String {
            switch self {
            case .comma: ","
            case .space: " "
            case .pipe: "|"
            }
        }

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .space: UInt8(ascii: " ")
            case .pipe: UInt8(ascii: "|")
            }
        }

        /// As it stands in a URL.
        var escaped: [UInt8] {
            switch self {
            case .comma: [UInt8(ascii: ",")]
            case .space: Array("%20".utf8)
            case .pipe: Array("%7C".utf8)
            }
        }
    }

    /// Appends `name=value`, escaped for a query or a form.
    func append(to bytes: inout [UInt8], for place: PercentEncoding.Place) {
        PercentEncoding.append(name, to: &bytes, for: place)
        guard let value else { return }
        bytes.append(UInt8(ascii: "="))
        if let escapedValue {
            bytes += escapedValue
        } else {
            PercentEncoding.append(value, to: &bytes, for: place)
        }
    }
}
