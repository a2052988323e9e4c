/// The fields of a message: in order, compared without case, several lines of a name allowed (RFC 9110, section 5).
///
/// ```swift
/// var fields: HTTPFields = ["Accept-Language": "de"]
/// fields[.accept] = "application/json"
/// fields.append("X-Tag", "first")
/// fields.append("X-Tag", "second")
/// fields["x-tag"]              // "first, second"
/// fields.values(of: "X-Tag")   // ["first", "second"]
/// ```
///
/// Values are kept as they are given. Bytes that would end or forge a field line are found by
/// ``HTTPRequest/validate()``, through which every request of a ``Client`` goes before it is sent.
public struct HTTPFields: Hashable, Sendable {
    private var lines: [HTTPField]

    /// No fields.
    public init() { lines = [] }

    /// The lines of a sequence, in its order.
    public init(_ fields: some Sequence<HTTPField>) { lines = Array(fields) }

    /// The value of a field, or nil where there is none.
    ///
    /// Several lines are read as one list, joined by a comma (RFC 9110, section 5.3), those of `Cookie` by a semicolon.
    /// `Set-Cookie` is no list: its first line is the answer, ``values(of:)`` has them all.
    /// Setting a value replaces every line of the name, in the place of the first; setting nil removes them.
    public subscript(name: HTTPField.Name) -> String? {
        get {
            guard let first = lines.firstIndex(where: { $0.name == name }) else { return nil }
            if name == .setCookie || !lines[(first + 1)...].contains(where: { $0.name == name }) {
                return lines[first].value
            }
            return values(of: name).joined(separator: name == .cookie ? "; " : ", ")
        }
        set {
            guard let newValue else {
                lines.removeAll { $0.name == name }
                return
            }
            guard let first = lines.firstIndex(where: { $0.name == name }) else {
                lines.append(HTTPField(name: name, value: newValue))
                return
            }
            lines[first].value = newValue
            guard lines[(first + 1)...].contains(where: { $0.name == name }) else { return }
            lines = lines[...first] + lines[(first + 1)...].filter { $0.name != name }
        }
    }

    /// The values of a field, one for each of its lines, in order.
    public func values(of name: HTTPField.Name) -> [String] {
        lines.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Whether there is a line of the name.
    public func contains(_ name: HTTPField.Name) -> Bool {
        lines.contains { $0.name == name }
    }

    /// Adds a line, beside those that the name may have already.
    public mutating func append(_ name: HTTPField.Name, _ value: String) {
        lines.append(HTTPField(name: name, value: value))
    }

    /// Adds every field whose name is not here yet: defaults, which give way to what was said nearer to the call.
    public mutating func appendDefaults(_ defaults: HTTPFields) {
        guard !defaults.lines.isEmpty else { return }
        let own = lines
        for field in defaults.lines where !own.contains(where: { $0.name == field.name }) { lines.append(field) }
    }

    /// Puts these fields in the place of those of the same names, with all their lines, and adds the others.
    mutating func replace(by fields: HTTPFields) {
        guard !fields.isEmpty else { return }
        for (index, field) in fields.lines.enumerated() {
            if fields.lines[..<index].contains(where: { $0.name == field.name }) {
                lines.append(field)
            } else {
                self[field.name] = field.value
            }
        }
    }

    /// Makes room for so many lines, for whoever knows their number beforehand.
    public mutating func reserveCapacity(_ count: Int) { lines.reserveCapacity(count) }
}

extension HTTPFields: RandomAccessCollection {
    public var startIndex: Int { lines.startIndex }
    public var endIndex: Int { lines.endIndex }
    public subscript(position: Int) -> HTTPField { lines[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// One line for each pair, in order; a name may come several times.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        lines = elements.map { HTTPField(name: $0, value: $1) }
    }
}
