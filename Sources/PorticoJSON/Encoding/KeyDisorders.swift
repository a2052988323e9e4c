/// Objects whose members have to be put in another order, or of which some are left out, once all is written.
///
/// What is written stays where it is until then, so that offsets hold.
struct KeyDisorders {
    private struct Object {
        let start: Int
        let end: Int
        let firstMember: Int
        let memberCount: Int
    }

    private var objects: [Object] = []
    /// Members with their keys, in the order in which they are to stand.
    private var members: [Range<Int>] = []

    var count: Int { objects.count }

    mutating func add(start: Int, end: Int, _ ordered: some Sequence<Range<Int>>) {
        let firstMember = members.count
        members.append(contentsOf: ordered)
        objects.append(
            Object(start: start, end: end, firstMember: firstMember, memberCount: members.count - firstMember))
    }

    mutating func remove(from index: Int) {
        guard index < objects.count else { return }
        members.removeSubrange(objects[index].firstMember...)
        objects.removeSubrange(index...)
    }

    /// Writes the text with its objects in order.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>, to output: JSONOutput) {
        // An object stands before those inside of it.
        objects.sort { $0.start < $1.start }
        write(text, 0..<text.count, among: 0..<objects.count, to: output)
    }

    private func write(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, among candidates: Range<Int>, to output: JSONOutput
    ) {
        var position = range.lowerBound
        var index = firstObject(from: position, among: candidates)
        while index < candidates.upperBound, objects[index].start < range.upperBound {
            let object = objects[index]
            let next = firstObject(from: object.end, among: index + 1..<candidates.upperBound)
            output.append(text, position..<object.start + 1)
            for number in object.firstMember..<object.firstMember + object.memberCount {
                if number > object.firstMember { output.append(UInt8(ascii: ",")) }
                if next == index + 1 {
                    output.append(text, members[number])
                } else {
                    write(text, members[number], among: index + 1..<next, to: output)
                }
            }
            position = object.end - 1
            index = next
        }
        output.append(text, position..<range.upperBound)
    }

    /// The first object that begins there or later.
    private func firstObject(from position: Int, among candidates: Range<Int>) -> Int {
        var (low, high) = (candidates.lowerBound, candidates.upperBound)
        // It is one of the first as a rule.
        var step = 1
        while low < high, objects[low].start < position {
            let next = low + step
            guard next < high, objects[next].start < position else {
                high = min(next, high)
                low += 1
                break
            }
            low = next + 1
            step *= 2
        }
        while low < high {
            let middle = (low + high) / 2
            if objects[middle].start < position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension JSONOutput {
    func append(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        reserve(range.count)
        guard let start = text.baseAddress else { return }
        (bytes + count).update(from: start + range.lowerBound, count: range.count)
        count += range.count
    }

    func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }
}
