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
        do {
            try write(value, to: newSlot(in: place))
        } catch {
            forget(since: isInOrder ? mark : nil, in: place)
            throw error
        }
        finish(in: place)
    }

    /// A value as an element.
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value, in place: Place) throws {
        let isInOrder = current == place.serial || settle(place)
        let mark = mark()
        beginElement(place)
        do {
            try write(value, to: newSlot(in: place))
        } catch {
            forget(since: isInOrder ? mark : nil, in: place)
            throw error
        }
        finish(in: place)
    }

    /// A value as the only one of a slot.
    @inline(__always)
    func encodeSingle<Value: Encodable>(_ value: Value, in place: Place) throws {
        let isInOrder = current == place.serial && depth == place.level
        let mark = mark()
        do {
            try write(value, to: place)
        } catch {
            if isInOrder, tree == nil { goBack(to: mark) }
            throw error
        }
        if isInOrder, tree == nil {
            close(to: place.level)
            filled = place.serial
        }
    }

    private func forget(since mark: OutputMark?, in place: Place) {
        if tree == nil, let mark { goBack(to: mark) } else { dropLast(of: place) }
    }

    /// Closes what is open inside of a container.
    @inline(__always)
    private func finish(in place: Place) {
        guard current != place.serial, tree == nil else { return }
        close(to: place.level + 1)
        current = place.serial
    }

    /// The whole value; one that writes nothing is an error.
    func encodeRoot<Value: Encodable>(_ value: Value) throws {
        try write(value, to: root)
        if tree == nil, isWaiting, depth == 0 {
            throw invalid(value, "Top-level \(Value.self) did not encode any values.", at: root)
        }
    }

    @inline(__always)
    private func write<Value: Encodable>(_ value: Value, to slot: Place) throws {
        guard nesting < options.maximalDepth * 4 else {
            throw invalid(value, "more than \(options.maximalDepth * 4) values within one another", at: slot)
        }
        nesting += 1
        defer { nesting -= 1 }
        let kind = kinds.kind(of: Value.self)
        if kind == .plain {
            try value.encode(to: SlotEncoder(place: slot))
        } else {
            try write(value, kind, to: slot)
        }
        if hasFailed, let failure { throw failure }
    }

    func invalid(_ value: Any, _ message: String, at place: Place) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: path(of: place), debugDescription: message))
    }
}
