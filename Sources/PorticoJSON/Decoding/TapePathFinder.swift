/// Finds the coding path of a value from the index of its word: down from the outermost container, into the one that
/// holds it.
///
/// It remembers its way, and goes on from there where the next value comes later: the paths of all elements of an array
/// together cost one walk.
struct TapePathFinder {
    private struct Step {
        let container: Int
        /// The index of the element, or of the name of the member, and how many come before it.
        var child: Int
        var position: Int
    }

    private var steps: [Step] = []

    mutating func path(
        to index: Int, in tape: Tape, key: (_ name: String, _ parents: [any CodingKey]) -> any CodingKey
    ) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var (container, level) = (0, 0)
        while container < index, index < tape.count {
            let isObject = tape[container].kind.isObject
            var step = Step(container: container, child: container + 1, position: 0)
            if level < steps.count, steps[level].container == container, steps[level].child <= index {
                step = steps[level]
            }
            var end = tape.next(after: isObject ? step.child + 1 : step.child)
            while end <= index {
                step.child = end
                step.position += 1
                end = tape.next(after: isObject ? step.child + 1 : step.child)
            }
            // What is deeper stays: it is of use where its container comes again.
            if level < steps.count { steps[level] = step } else { steps.append(step) }
            if isObject {
                path.append(key(tape.text(of: tape[step.child]) ?? "", path))
                container = step.child + 1
            } else {
                path.append(PathKey.index(step.position))
                container = step.child
            }
            level += 1
        }
        return path
    }
}
