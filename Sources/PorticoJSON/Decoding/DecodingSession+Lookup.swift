extension DecodingSession {
    /// The index of the value of a member; -1 where the object has none of this name. Of several the first counts.
    @inline(__always)
    func member(_ name: String, of object: Int) -> Int {
        let word = tape[object]
        guard word.kind == .object, keysAreNames else { return unusualMember(name, of: object) }
        var name = name
        return name.withUTF8 { nextMember($0, of: object, word.size) }
    }

    @inline(__always)
    private func nextMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int, _ size: Int) -> Int {
        let end = object &+ size
        let member = lastObject == object ? nextMember : object &+ 1
        if member < end, tape.regularName(at: member, is: name) {
            goOn(behind: member &+ 1, of: object)
            return member &+ 1
        }
        return laterMember(name, of: object, from: member)
    }

    @inline(never)
    private func laterMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int, from start: Int) -> Int {
        let value = search.regularMember(name, of: object, behind: start, in: tape)
        if value >= 0 { goOn(behind: value, of: object) }
        return value
    }

    /// The next lookup in the object begins behind this value.
    @inline(__always)
    func goOn(behind value: Int, of object: Int) {
        lastObject = object
        nextMember = tape.next(after: value)
    }

    /// In an object whose names come twice or have escapes, or by a strategy that converts names.
    private func unusualMember(_ key: String, of object: Int) -> Int {
        switch settings.keyDecodingStrategy {
        case .useDefaultKeys: return namedMember(key, of: object)
        case .convertFromSnakeCase:
            let written = snakeCase.name(of: key)
            let value = namedMember(written, of: object)
            return value >= 0 ? value : snakeCase.otherMember(key, written: written, of: object, in: tape, &search)
        case .custom: return customTable(of: object)[ExactName(key)] ?? -1
        }
    }

    private func namedMember(_ name: String, of object: Int) -> Int {
        let word = tape[object]
        var name = name
        return name.withUTF8 {
            word.kind == .object
                ? nextMember($0, of: object, word.size) : search.firstMember($0, of: object, in: tape)
        }
    }

    private func customTable(of object: Int) -> [ExactName: Int] {
        if let table = customTables[object] { return table }
        var table: [ExactName: Int] = [:]
        for (name, value) in members(of: object) where table[ExactName(name)] == nil { table[ExactName(name)] = value }
        customTables[object] = table
        return table
    }

    /// The names as keys spell them, and where the values are.
    func members(of object: Int) -> [(name: String, value: Int)] {
        var members: [(name: String, value: Int)] = []
        var member = object + 1
        let end = tape.end(of: object)
        lazy var path = path(to: object)
        while member < end {
            let text = tape.text(of: tape[member]) ?? ""
            let name =
                switch settings.keyDecodingStrategy {
                case .useDefaultKeys: text
                case .convertFromSnakeCase: SnakeCase.camelCased(text)
                case .custom(let convert): convert(path + [PathKey.name(text)]).stringValue
                }
            members.append((name, member + 1))
            member = tape.next(after: member + 1)
        }
        return members
    }
}
