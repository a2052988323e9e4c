#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico

// Containers and slots that are handed out, to be written while they are the innermost, or later.

extension JSONOutput {
    /// An object or array as a member; where there is one of this key, it goes on.
    func openMember(_ place: Place, _ name: String, _ key: any CodingKey, isArray: Bool) -> Place {
        let isInOrder = current == place.serial || settle(place)
        if isInOrder, !hasMember(name) { return openContainer(slotOfMember(place, name, key), isArray: isArray) }
        if isInOrder { growTree() }
        if !beginExisting(place, name) { beginLateMember(place, name) }
        return openLate(lateSlot(), isArray: isArray)
    }

    /// Whether the innermost object has a member of this name, or may have.
    private func hasMember(_ name: String) -> Bool {
        let (before, object) = (count, open + (depth - 1))
        reserve(name.utf8.count + 64)
        write(name)
        defer { count = before }
        return object.pointee.hasDistinctKeys
            || isKnown(writtenKey(from: before + 1, to: count - 1), in: object)
    }

    func openElement(_ place: Place, isArray: Bool) -> Place {
        beginElement(place)
        return openContainer(newSlot(in: place), isArray: isArray)
    }

    func slotOfMember(_ place: Place, _ name: String, _ key: any CodingKey) -> Place {
        beginMember(place, name)
        if tree == nil { open[depth - 1].key = key }
        return newSlot(in: place)
    }

    func slotOfElement(_ place: Place) -> Place {
        beginElement(place)
        return newSlot(in: place)
    }

    /// The name of a member by the strategy for keys.
    @inline(never)
    func convertedName(of key: some CodingKey, in place: Place) -> String {
        switch options.keys {
        case .useDefaultKeys: return key.stringValue
        case .convertToSnakeCase:
            if let known = convertedKeys[key.stringValue] { return known }
            let name = ParameterStyle.Keys.snakeCase.key(for: key.stringValue)
            convertedKeys[key.stringValue] = name
            return name
        case .custom(let convert): return convert(path(of: place) + [key]).stringValue
        }
    }
}
