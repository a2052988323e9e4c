/// How parameters are written where HTTP leaves the choice open: in paths, queries, fields, forms and parts.
///
/// Each choice may be left open; then the endpoint's style decides, then the client's, then the default. So one client
/// can follow an API's habits and one parameter can differ:
///
/// ```swift
/// let client = Client(environment: .shop, transport: transport).withStyle(ParameterStyle(keys: .snakeCase))
///
/// struct Search: Endpoint {
///     static let route: Route = "GET /search"
///     static let style = ParameterStyle(arrays: .comma)
///     var tags: [String]                                                           // tags=a,b
///     @Query(style: ParameterStyle(booleans: .digits)) var isOpen: Bool? = nil     // is_open=1
/// }
/// ```
///
/// In a JSON body only `dates` have a say, and `nils` and `keys` for the members that are the endpoint's own
/// properties; the rest is its encoder's. Sets, and dictionaries by their keys, go out sorted, so that the same call
/// always makes the same bytes.
public struct ParameterStyle: Sendable {
    /// How the elements of an array are told apart; `id=1&id=2` by default.
    public var arrays: Arrays?
    /// How the keys of nested values are written; `a[b]=1` by default.
    public var nesting: Nesting?
    /// How a Boolean is written; `true` and `false` by default.
    public var booleans: Booleans?
    /// How dates are written, in JSON bodies too; RFC 3339 by default.
    public var dates: DateFormat?
    /// What stands for nil; it is left out by default.
    public var nils: Nils?
    /// How the names of properties become keys; they stay as declared by default.
    public var keys: Keys?

    /// A style that leaves open whatever is not given.
    public init(
        arrays: Arrays? = nil,
        nesting: Nesting? = nil,
        booleans: Booleans? = nil,
        dates: DateFormat? = nil,
        nils: Nils? = nil,
        keys: Keys? = nil
    ) {
        (self.arrays, self.nesting, self.booleans) = (arrays, nesting, booleans)
        (self.dates, self.nils, self.keys) = (dates, nils, keys)
    }

    /// Every choice left to the next one out.
    public static let inherited = ParameterStyle()

    /// How the elements of an array are told apart. An empty array is left out in every style.
    ///
    /// A header has one of `repeated`, `comma`, `space` and `pipe`; a path segment one of the latter three, and
    /// `{+name}` makes a segment of each element.
    public enum Arrays: Hashable, Sendable {
        /// `id=1&id=2`, the default. In a header: one line for each.
        case repeated
        /// `id[]=1&id[]=2`
        case brackets
        /// `id[0]=1&id[1]=2`
        case indices
        /// `id=1,2`; a comma inside of an element is escaped.
        case comma
        /// `id=1%202`; an element with a space is an error.
        case space
        /// `id=1%7C2`; an element with a pipe is an error.
        case pipe
    }

    /// How the keys of a nested value are written.
    public enum Nesting: Hashable, Sendable {
        /// `a[b]=1`, the default.
        case brackets
        /// `a.b=1`
        case dots
    }

    /// How a Boolean is written.
    public enum Booleans: Hashable, Sendable {
        /// `true` and `false`, the default.
        case words
        /// `1` and `0`
        case digits
    }

    /// What stands for nil.
    ///
    /// An element of an array follows it too; one that is left out has no text where a delimiter joins the elements,
    /// and is an error there. In a path nil is always an error.
    public enum Nils: Hashable, Sendable {
        /// Left out, the default.
        case omitted
        /// An empty value: `a=`; in JSON an empty string.
        case empty
        /// `a=null`; in JSON null.
        case null
    }

    /// How a property's name becomes a key. A name given by a wrapper is taken as it is.
    public enum Keys: Sendable {
        /// As in Swift, the default.
        case asDeclared
        /// `perPage` is `per_page`, `imageURL` is `image_url`.
        case snakeCase
        /// `perPage` is `per-page`.
        case kebabCase
        /// As a closure has it, which is given the property's name.
        case custom(@Sendable (String) -> String)
    }
}

extension ParameterStyle {
    /// Whether every choice is left open.
    var isInherited: Bool {
        arrays == nil && nesting == nil && booleans == nil && nils == nil && !hasFormat
    }

    private var hasFormat: Bool {
        if case .some = dates { return true }
        if case .some = keys { return true }
        return false
    }
}

/// A style with every choice made. A class, for it is handed to each parameter of each call.
final class ResolvedStyle: Sendable {
    let arrays: ParameterStyle.Arrays
    let nesting: ParameterStyle.Nesting
    let booleans: ParameterStyle.Booleans
    let dates: DateFormat
    let nils: ParameterStyle.Nils
    let keys: ParameterStyle.Keys

    private init(_ style: ParameterStyle, over outer: ResolvedStyle?) {
        arrays = style.arrays ?? outer?.arrays ?? .repeated
        nesting = style.nesting ?? outer?.nesting ?? .brackets
        booleans = style.booleans ?? outer?.booleans ?? .words
        dates = style.dates ?? outer?.dates ?? .rfc3339
        nils = style.nils ?? outer?.nils ?? .omitted
        keys = style.keys ?? outer?.keys ?? .asDeclared
    }

    /// The choices of a style, and the defaults for those that it leaves open.
    convenience init(_ style: ParameterStyle = .inherited) { self.init(style, over: nil) }

    /// This style, with the choices of one that is nearer to the parameter.
    func overridden(by style: ParameterStyle) -> ResolvedStyle {
        style.isInherited ? self : ResolvedStyle(style, over: self)
    }

    func overridden(by override: StyleOverride?) -> ResolvedStyle {
        override.map { ResolvedStyle($0.style, over: self) } ?? self
    }
}

extension ParameterStyle.Keys {
    /// The key for a property's name.
    package func key(for name: String) -> String {
        switch self {
        case .asDeclared: name
        case .snakeCase: Self.separated(name, by: UInt8(ascii: "_"))
        case .kebabCase: Self.separated(name, by: UInt8(ascii: "-"))
        case .custom(let key): key(name)
        }
    }

    /// The words of a camel-case name in small letters: a word begins at a capital after a small letter or digit, and
    /// at the last capital of a run that a small letter follows (`imageURLPath` is `image`, `url`, `path`).
    private static func separated(_ name: String, by separator: UInt8) -> String {
        let bytes = Array(name.utf8)
        func isCapital(_ index: Int) -> Bool { bytes[index] >= 0x41 && bytes[index] <= 0x5A }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if isCapital(index), index > 0, bytes[index - 1] != separator,
                !isCapital(index - 1) || index + 1 < bytes.count && bytes[index + 1].isSmallLetter
            {
                result.append(separator)
            }
            result.append(byte.lowercasedASCII)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSmallLetter: Bool { self >= 0x61 && self <= 0x7A }
}
