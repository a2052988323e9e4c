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
        if member < end, tape.regularName(at: member, is: name) { return found(member, of: object) }
        return laterMember(name, of: object, from: member, end)
    }

    @inline(never)
    private func laterMember(_ name: UnsafeBufferPointer<UInt8>, of object: Int, from start: Int, _ end: Int) -> Int {
        if comparisonsLeft < 0, end - object > Self.manyWords {
            return nameTable(of: object)[String(decoding: name, as: UTF8.self)] ?? -1
        }
        let second = start < end ? tape.next(after: start &+ 1) : end
        var member = tape.regularMember(name, from: second, to: end, &comparisonsLeft)
        if member < 0 { member = tape.regularMember(name, from: object &+ 1, to: start, &comparisonsLeft) }
        return member < 0 ? -1 : found(member, of: object)
    }

    /// From so many words on an object can have a table.
    private static let manyWords = 64

    @inline(__always)
    private func found(_ member: Int, of object: Int) -> Int {
        goOn(behind: member &+ 1, of: object)
        return member &+ 1
    }

    /// The next lookup in the object begins behind this value.
    @inline(__always)
    func goOn(behind value: Int, of object: Int) {
        lastObject = object
        nextMember = tape.next(after: value)
    }

    /// In an object whose names come twice or have escapes, or by a strategy that converts names.
    private func unusualMember(_ name: String, of object: Int) -> Int {
        var isCustom = false
        switch settings.keyDecodingStrategy {
        case .custom: isCustom = true
        case .convertFromSnakeCase where tape[object].kind == .object:
            var name = snakeCaseName(of: name)
            let index = name.withUTF8 { nextMember($0, of: object, tape[object].size) }
            if index >= 0 { return index }
        case .convertFromSnakeCase, .useDefaultKeys: break
        }
        if isCustom || comparisonsLeft < 0 && keysAreNames { return nameTable(of: object)[name] ?? -1 }
        var member = object + 1
        let end = tape.end(of: object)
        while member < end {
            comparisonsLeft &-= 1
            if isName(at: member, of: name) { return member + 1 }
            member = tape.next(after: member + 1)
        }
        return -1
    }

    private func snakeCaseName(of key: String) -> String {
        if let name = snakeCaseNames[key] { return name }
        let name = SnakeCase.name(of: key)
        snakeCaseNames[key] = name
        return name
    }

    private func isName(at member: Int, of key: String) -> Bool {
        keysAreNames ? tape.name(at: member, is: key) : SnakeCase.isName(tape.text(of: tape[member]) ?? "", of: key)
    }

    private func nameTable(of object: Int) -> [String: Int] {
        if let table = nameTables[object] { return table }
        var table: [String: Int] = [:]
        for (name, value) in members(of: object) where table[name] == nil { table[name] = value }
        nameTables[object] = table
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
