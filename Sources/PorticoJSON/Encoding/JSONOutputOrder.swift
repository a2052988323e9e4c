// What comes next in the text: members, elements, slots and containers. Each begins with one comparison that says
// whether the text simply goes on.

extension JSONOutput {
    /// Begins a member of an object: its value is written next.
    @inline(__always)
    func beginMember(_ place: Place, _ name: String) {
        if current == place.serial || settle(place) {
            appendMember(name)
        } else {
            beginLateMember(place, name)
        }
    }

    /// Begins an element of an array: its value is written next.
    @inline(__always)
    func beginElement(_ place: Place) {
        if current == place.serial || settle(place) {
            let array = open + (depth - 1)
            reserve(64)
            if array.pointee.count > 0 { put(UInt8(ascii: ",")) }
            array.pointee.count += 1
        } else {
            beginLateElement(place)
        }
    }

    /// Begins the single value of a slot: it is written next.
    @inline(__always)
    func beginSingle(_ place: Place) throws {
        if isNext(place) {
            reserve(64)
            current = 0
            filled = place.serial
        } else {
            try beginLateSingle(place)
        }
    }

    /// Goes back to an open container, and closes what is open inside of it; false where it is not open any more, and
    /// then there is a tree.
    @inline(never)
    func settle(_ place: Place) -> Bool {
        if tree != nil { return false }
        guard place.isOpen else {
            growTree()
            return false
        }
        close(to: place.level + 1)
        current = place.serial
        return true
    }

    @inline(__always)
    private func appendMember(_ name: String) {
        let object = open + (depth - 1)
        reserve(name.utf8.count + 64)
        if object.pointee.count > 0 { put(UInt8(ascii: ",")) }
        object.pointee.count += 1
        let start = count + 1
        write(name)
        if !object.pointee.hasDistinctKeys { note(keyFrom: start, to: count - 1, in: object) }
        put(UInt8(ascii: ":"))
    }

    /// A slot for the value of the member or element that was just begun.
    @inline(__always)
    func newSlot(in place: Place) -> Place {
        if tree != nil { return lateSlot() }
        lastSerial += 1
        current = lastSerial
        return Place(self, serial: lastSerial, start: count, level: place.level + 1)
    }

    /// Opens the object or array of a slot, or goes on with it where it was opened before.
    @inline(__always)
    func openContainer(_ place: Place, isArray: Bool) -> Place {
        guard isNext(place), depth < options.maximalDepth else {
            return openAgain(place, isArray: isArray)
        }
        reserve(64)
        push(OpenContainer(serial: place.serial, start: count, isArray: isArray, firstKey: keyCount))
        put(UInt8(ascii: isArray ? "[" : "{"))
        return place
    }

    @inline(never)
    private func openAgain(_ place: Place, isArray: Bool) -> Place {
        if tree == nil {
            if place.isOpen, open[place.level].isArray == isArray { return place }
            if isNext(place) {
                fail("more than \(options.maximalDepth) levels", at: path(of: place))
            }
            growTree()
        }
        return openLate(place, isArray: isArray)
    }

    /// Closes containers until so many are open. A slot that still waits for its value is an empty object.
    func close(to target: Int) {
        let isWaiting = isWaiting
        reserve(depth - target + 64)
        if isWaiting {
            unfilled.append(count)
            put(UInt8(ascii: "{"))
            put(UInt8(ascii: "}"))
            filled = current
        }
        while depth > target {
            let container = open + (depth - 1)
            put(UInt8(ascii: container.pointee.isArray ? "]" : "}"))
            if !container.pointee.isArray {
                let isInOrder = container.pointee.hasDistinctKeys
                if !isInOrder, container.pointee.mayRepeatKeys || options.sortsKeys {
                    arrangeKeys(of: container.pointee)
                }
                keyCount = container.pointee.firstKey
            }
            depth -= 1
            container.deinitialize(count: 1)
        }
        current = 0
    }

    /// Whether a slot is what is written next.
    @inline(__always)
    func isNext(_ slot: Place) -> Bool { current == slot.serial && depth == slot.level }

    /// Whether a slot waits for its value.
    var isWaiting: Bool { current > 0 && (depth == 0 || open[depth - 1].serial != current) }

    /// Remembers a failure of a call that cannot throw.
    func fail(_ message: String, at path: [any CodingKey]) {
        if failure == nil {
            failure = .invalidValue(message, EncodingError.Context(codingPath: path, debugDescription: message))
        }
    }
}
