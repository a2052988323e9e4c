/// Finds the coding path of a value from the index of its word: down from the outermost container, into the one that
/// holds it.
///
/// It remembers its way, and goes on from there where the next value comes later: the paths of all elements of an array
/// together cost one walk. Where it has to go back in a container of many values, it notes where each of them begins.
struct TapePathFinder {
    private struct Step {
        let container: Int
        /// The index of the element, or of the name of the member, and how many come before it.
        var child: Int
        var position: Int
    }

    private var steps: [Step] = []
    private var children: [Int: [UInt32]] = [:]

    /// A container of so many words is worth the notes.
    private static let manyWords = 256

    mutating func path(
        to index: Int, in tape: Tape,
        key: (_ name: String, _ object: Int, _ parents: [any CodingKey]) -> any CodingKey
    ) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var (container, level) = (0, 0)
        while container < index, index < tape.count {
            let isObject = tape[container].kind.isObject
            let step = step(to: index, in: container, level, of: tape)
            // What is deeper stays: it is of use where its container comes again.
            if level < steps.count { steps[level] = step } else { steps.append(step) }
            if isObject {
                path.append(key(tape.text(of: tape[step.child]) ?? "", container, path))
                container = step.child + 1
            } else {
                path.append(PathKey.index(step.position))
                container = step.child
            }
            level += 1
        }
        return path
    }

    /// The child of a container that is, or holds, the index.
    private mutating func step(to index: Int, in container: Int, _ level: Int, of tape: Tape) -> Step {
        if !children.isEmpty, let starts = children[container] { return Self.step(to: index, in: container, starts) }
        var step = Step(container: container, child: container + 1, position: 0)
        if level < steps.count, steps[level].container == container {
            if steps[level].child <= index {
                step = steps[level]
            } else if tape[container].span > Self.manyWords {
                let starts = Self.starts(in: container, of: tape)
                children[container] = starts
                return Self.step(to: index, in: container, starts)
            }
        }
        let isObject = tape[container].kind.isObject
        var end = tape.next(after: isObject ? step.child + 1 : step.child)
        while end <= index {
            step.child = end
            step.position += 1
            end = tape.next(after: isObject ? step.child + 1 : step.child)
        }
        return step
    }

    private static func step(to index: Int, in container: Int, _ starts: [UInt32]) -> Step {
        // The last that does not begin behind the index.
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= index { low = middle } else { high = middle }
        }
        let child = low < starts.count ? Int(starts[low]) : container + 1
        return Step(container: container, child: child, position: low)
    }

    private static func starts(in container: Int, of tape: Tape) -> [UInt32] {
        let isObject = tape[container].kind.isObject
        var (starts, next, end) = ([UInt32](), container + 1, tape.end(of: container))
        while next < end {
            starts.append(UInt32(truncatingIfNeeded: next))
            next = tape.next(after: isObject ? next + 1 : next)
        }
        return starts
    }
}
