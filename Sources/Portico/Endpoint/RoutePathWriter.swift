/// Writes the path of a route while the values of its placeholders come. One that comes before its turn waits for it.
struct RoutePathWriter {
    private let template: RouteTemplate
    private let style: ResolvedStyle
    private var target: TargetWriter
    /// How many pieces of the route, and how many of its placeholders, are written.
    private var pieces = 0
    private var placeholders = 0
    /// The values that wait, by the numbers of their placeholders; empty until one has to.
    private var waiting: [ParameterValue?] = []
    /// What is wrong with the first value that cannot stand where it should. It is told in the end, so that it is not
    /// lost where `encode(to:)` goes on after an error.
    private var problem: InvalidRequest?

    /// - Parameter base: the path that the route's is below.
    init(_ template: RouteTemplate, _ style: ResolvedStyle, below base: String) {
        self.template = template
        self.style = style
        target = TargetWriter(below: base)
    }

    /// Whether a placeholder has its value.
    func hasValue(_ index: Int) -> Bool {
        if index < placeholders { return true }
        guard index < waiting.count, case .some = waiting[index] else { return false }
        return true
    }

    /// The name of the first placeholder without a value; nil where each has one.
    var missing: String? {
        placeholders < template.placeholders.count ? template.placeholders[placeholders].name : nil
    }

    /// Takes the value of a placeholder.
    mutating func bind(_ value: ParameterValue, to index: Int) {
        guard index == placeholders else {
            if waiting.isEmpty { waiting = Array(repeating: nil, count: template.placeholders.count) }
            waiting[index] = value
            return
        }
        write(value)
        while placeholders < waiting.count, let value = waiting[placeholders] { write(value) }
    }

    /// The path, which is whole if each placeholder has its value.
    mutating func finished() throws(InvalidRequest) -> TargetWriter {
        writeText()
        if let problem { throw problem }
        return target
    }

    /// Writes the next placeholder's value, and the text before it.
    private mutating func write(_ value: ParameterValue) {
        writeText()
        let keepsSlashes = template.placeholders[placeholders].keepsSlashes
        do throws(ParameterProblem) { try value.append(to: &target, keepsSlashes: keepsSlashes, style) } catch {
            note(error, placeholders)
        }
        pieces += 1
        placeholders += 1
    }

    /// Writes the text up to the next placeholder.
    private mutating func writeText() {
        while pieces < template.pieces.count {
            switch template.pieces[pieces] {
            case .value: return
            case .literal(let text): target.append(literal: text)
            case .segmentEnd(let index):
                do throws(ParameterProblem) { try target.checkLastSegment() } catch { note(error, index) }
            }
            pieces += 1
        }
    }

    private mutating func note(_ problem: ParameterProblem, _ index: Int) {
        guard self.problem == nil else { return }
        self.problem = InvalidRequest(.property(template.placeholders[index].name), problem.message)
    }
}
