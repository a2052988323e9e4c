// What becomes of a value that fails where its container goes on: nothing of it stays.

/// What an output goes back to when a value fails: nothing of the value stays.
struct OutputMark {
    let count: Int
    let depth: Int
    let keys: Int
    /// The serial of the innermost container, and how many members or elements it has.
    let container: Int
    let members: Int
    let disorders: Int
    let serial: Int
    let current: Int
}

extension JSONOutput {
    @inline(__always)
    func mark() -> OutputMark {
        let container = depth > 0 ? open + (depth - 1) : nil
        return OutputMark(
            count: count, depth: depth, keys: keyCount, container: container?.pointee.serial ?? 0,
            members: container?.pointee.count ?? 0, disorders: disorders.count, serial: lastSerial, current: current)
    }

    /// Whether the container of the mark is still open, and all that was written since stands inside of it.
    func canGoBack(to mark: OutputMark) -> Bool {
        guard tree == nil, depth >= mark.depth else { return false }
        return mark.depth == 0 || open[mark.depth - 1].serial == mark.container
    }

    /// Forgets what was written since the mark.
    func goBack(to mark: OutputMark) {
        if lastSerial > mark.serial { abandoned.insert(mark.serial + 1...lastSerial) }
        while depth > mark.depth {
            depth -= 1
            (open + depth).deinitialize(count: 1)
        }
        (count, keyCount, current) = (mark.count, mark.keys, mark.current)
        if depth > 0 {
            let container = open + (depth - 1)
            container.pointee.count = mark.members
            container.pointee.hashedKeys = min(container.pointee.hashedKeys, keyCount - container.pointee.firstKey)
        }
        disorders.remove(from: mark.disorders)
        while let last = unfilled.last, last >= count { unfilled.removeLast() }
    }

    /// Forgets the value of a member or element, and that there was one.
    func forget(_ slot: Place, since mark: OutputMark) {
        if canGoBack(to: mark) { return goBack(to: mark) }
        // The value has written elsewhere, which stays.
        if tree == nil { growTree() }
        remove(slot)
    }

    /// Forgets the single value of a slot, which waits for one again.
    func forgetSingle(_ slot: Place, since mark: OutputMark) {
        if canGoBack(to: mark) { return goBack(to: mark) }
        if tree == nil { growTree() }
        empty(slot)
    }
}

/// The serials of what was written for values that failed.
struct SerialRanges {
    /// They do not overlap, and ascend.
    private var ranges: [ClosedRange<Int>] = []

    /// Adds a range that ends behind all others, and takes in those that it covers.
    mutating func insert(_ range: ClosedRange<Int>) {
        while let last = ranges.last, last.lowerBound >= range.lowerBound { ranges.removeLast() }
        ranges.append(range)
    }

    func contains(_ serial: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < serial { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(serial)
    }
}
