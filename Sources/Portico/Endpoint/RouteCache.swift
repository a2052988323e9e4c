import Synchronization

/// The templates of the routes seen so far, so that one that a computed property gives is read once.
///
/// A literal lives at one address for as long as the program does, so the address finds it; its text is compared all
/// the same, for a library that was unloaded may leave its addresses to another. A program has as many entries as it
/// has route literals, and never more than ``limit``.
enum RouteCache {
    private static let templates = Mutex<[UInt: RouteTemplate]>([:])
    private static let limit = 4096

    static func template(for literal: StaticString) -> RouteTemplate {
        guard literal.hasPointerRepresentation else { return RouteTemplate("\(literal)") }
        let address = UInt(bitPattern: literal.utf8Start)
        if let known = templates.withLock({ $0[address] }), literal.isEqual(to: known.text) { return known }
        let template = RouteTemplate("\(literal)")
        templates.withLock { if $0.count < limit { $0[address] = template } }
        return template
    }
}

extension StaticString {
    fileprivate func isEqual(to text: String) -> Bool {
        withUTF8Buffer { literal in literal.count == text.utf8.count && literal.elementsEqual(text.utf8) }
    }
}
