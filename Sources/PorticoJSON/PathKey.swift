/// A key that stands for a place in a document, spelled as Foundation's coders spell it.
///
/// It is two words long, so that an existential holds it without a box.
enum PathKey: CodingKey {
    case name(String)
    /// An element of an array, counted from 0.
    case index(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    /// That of a superclass's own value.
    static let `super` = PathKey.name("super")
}
