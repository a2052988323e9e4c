// What is written when the order of the text is lost. Single values go through the bytes, which are empty then, and
// from there into the node that waits for them.

extension JSONOutput {
    /// Turns what was written into a tree.
    func growTree() {
        let isWaiting = isWaiting
        while depth > 0 {
            depth -= 1
            (open + depth).deinitialize(count: 1)
        }
        tree = LateTree(
            UnsafeBufferPointer(start: bytes, count: count), isCutBeforeValue: isWaiting, unfilled: Set(unfilled),
            lastSerial: lastSerial)
        disorders.remove(from: 0)
        unfilled = []
        (count, keyCount, current) = (0, 0, -1)
        lateTarget = nil
    }

    /// Puts the value that was written since into its node.
    private func flush() {
        if let lateTarget, count > 0 {
            tree?.set(Array(UnsafeBufferPointer(start: bytes, count: count)), at: lateTarget)
        }
        count = 0
        lateTarget = nil
    }

    private func node(of place: Place) -> Int? { tree?.node(of: place, abandoned) }

    private func escaped(_ name: String) -> [UInt8] {
        flush()
        reserve(name.utf8.count + 64)
        write(name)
        defer { count = 0 }
        return Array(UnsafeBufferPointer(start: bytes, count: count).dropFirst().dropLast())
    }

    @inline(never)
    func beginLateMember(_ place: Place, _ name: String) {
        let key = escaped(name)
        lateTarget = node(of: place).flatMap { tree?.member(key, of: $0) }
    }

    @inline(never)
    func beginLateElement(_ place: Place) {
        flush()
        lateTarget = node(of: place).flatMap { tree?.element(of: $0) }
    }

    @inline(never)
    func beginLateSingle(_ place: Place) throws {
        try expectWaiting(place)
        lateTarget = node(of: place)
    }

    /// Fails where a slot that is not next has a value or a container already.
    @inline(never)
    func expectWaiting(_ slot: Place) throws {
        if tree == nil { growTree() }
        flush()
        if let node = node(of: slot), tree?.isWaiting(node) == false {
            throw invalid("a second value", "there is a value already", at: slot)
        }
    }

    /// The slot of the member or element that was just begun; nowhere where that is nowhere.
    func lateSlot() -> Place {
        lastSerial += 1
        defer { lateTarget = nil }
        return Place(self, serial: lastSerial, start: lateTarget ?? -1, level: 0)
    }

    /// Begins the member again that has this key already, an object or an array; false where there is none.
    func beginExisting(_ place: Place, _ name: String) -> Bool {
        let key = escaped(name)
        guard let node = node(of: place), let member = tree?.existing(key, in: node) else { return false }
        lateTarget = member
        return true
    }

    @inline(never)
    func openLate(_ place: Place, isArray: Bool) -> Place {
        flush()
        lastSerial += 1
        guard let node = node(of: place) else { return Place(self, serial: lastSerial, start: -1, level: 0) }
        if failure == nil, (tree?.path(to: node).count ?? 0) >= options.maximalDepth {
            fail("more than \(options.maximalDepth) levels", at: path(of: place))
        }
        if failure == nil, tree?.open(node, isArray: isArray) == false {
            fail("there is a value already, of another kind", at: path(of: place))
        }
        return Place(self, serial: lastSerial, start: failure == nil ? node : -1, level: 0)
    }

    /// Takes a member or element out again.
    func remove(_ slot: Place) {
        flush()
        if let node = node(of: slot) { tree?.remove(node) }
    }

    /// Makes a slot wait for its value again.
    func empty(_ slot: Place) {
        flush()
        if let node = node(of: slot) { tree?.empty(node) }
    }

    /// Writes the tree as the bytes.
    func writeTree() {
        flush()
        var text: [UInt8] = []
        tree?.write(sortingKeys: options.sortsKeys, to: &text)
        text.withUnsafeBufferPointer { append($0, 0..<$0.count) }
        tree = nil
    }
}

extension JSONOutput {
    /// The keys that lead to a slot or container.
    func path(of place: Place) -> [any CodingKey] {
        if tree == nil {
            let isLast = depth == place.level && (current == place.serial || current == 0 && filled == place.serial)
            if place.isOpen || isLast { return (0..<place.level).map { key(at: $0) } }
            growTree()
        }
        return node(of: place).flatMap { tree?.path(to: $0) } ?? []
    }

    private func key(at level: Int) -> any CodingKey {
        let container = open[level]
        return container.isArray ? PathKey.index(container.count - 1) : container.key ?? PathKey.name("")
    }

    /// The path of the element that comes next.
    func path(ofNextElementOf place: Place) -> [any CodingKey] {
        path(of: place) + [PathKey.index(elementCount(of: place))]
    }

    /// How many elements an array has.
    func elementCount(of place: Place) -> Int {
        if tree == nil {
            if place.isOpen { return open[place.level].count }
            growTree()
        }
        return node(of: place).flatMap { tree?.count(of: $0) } ?? 0
    }
}
