// Values of any type, as members, elements, single values or the whole.

extension JSONOutput {
    /// A value as a member.
    @inline(__always)
    func encode<Value: Encodable>(
        _ value: Value, _ name: String, _ key: @autoclosure () -> any CodingKey, in place: Place
    ) throws {
        let isInOrder = current == place.serial || settle(place)
        let mark = mark()
        beginMember(place, name)
        if isInOrder { open[depth - 1].key = key() }
        let slot = newSlot(in: place)
        do {
            try write(value, to: slot)
        } catch {
            forget(slot, since: mark)
            throw error
        }
        finish(in: place)
    }

    /// A value as an element.
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, in place: Place) throws {
        if current != place.serial { _ = settle(place) }
        let mark = mark()
        beginElement(place)
        let slot = newSlot(in: place)
        do {
            try write(value, to: slot)
        } catch {
            forget(slot, since: mark)
            throw error
        }
        finish(in: place)
    }

    /// A value as the only one of a slot.
    @inline(__always)
    func encodeSingle<Value: Encodable>(_ value: Value, in place: Place) throws {
        if !isNext(place) { try expectWaiting(place) }
        let mark = mark()
        do {
            try write(value, to: place)
        } catch {
            forgetSingle(place, since: mark)
            throw error
        }
        if canGoBack(to: mark) {
            close(to: place.level)
            filled = place.serial
        }
    }

    /// Closes what is open inside of a container.
    @inline(__always)
    private func finish(in place: Place) {
        // The value may have gone on with a container around this one, which is closed then.
        guard current != place.serial, place.isOpen else { return }
        close(to: place.level + 1)
        current = place.serial
    }

    /// The whole value; one that writes nothing is an error.
    func encodeRoot<Value: Encodable>(_ value: Value) throws {
        try write(value, to: root)
        if isNext(root) {
            throw invalid(value, "Top-level \(Value.self) did not encode any values.", at: root)
        }
    }

    @inline(__always)
    private func write<Value: Encodable>(_ value: Value, to slot: Place) throws {
        guard nesting < options.maximalDepth * 2 else {
            throw invalid(value, "more than \(options.maximalDepth * 2) values within one another", at: slot)
        }
        if hasFailed, let failure { throw failure }
        nesting += 1
        defer { nesting -= 1 }
        let kind = kinds.kind(of: Value.self)
        if kind == .plain {
            try value.encode(to: SlotEncoder(place: slot))
        } else {
            try write(value, kind, to: slot)
        }
    }

    func invalid(_ value: Any, _ message: String, at place: Place) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: path(of: place), debugDescription: message))
    }
}
