import APILayer
import Foundation

// The document's model. Adapted: AnyObject is Any, ErrorType is Error, inout stands after the colon, NSDate is Date;
// and Member and SubItem, which the document names and does not show. Named files hold the JSON of its slides: see
// Mocks.

class MemberStatus: ResponseObjectSerializable {
    let keys = (checkedIn: "checked_in", etaMinutes: "eta_minutes", isNear: "is_near")
    let checkedIn: Bool
    let etaMinutes: Int?
    let isNear: Bool?
    required init(representation: Any, error: inout Error?) {
        let mapper = API.parameterMapper
        checkedIn = mapper.value(fromRepresentation: representation, key: keys.checkedIn, error: &error)
        etaMinutes = mapper.value(fromRepresentation: representation, key: keys.etaMinutes)
        isNear = mapper.value(fromRepresentation: representation, key: keys.isNear)
    }
}

class Office: ResponseObjectSerializable {
    let keys = (displayName: "display_name", officeName: "name", members: "members", founded: "founded")
    let displayName: String
    let founded: Date
    let officeName: String
    let members: [Member]
    required init(representation: Any, error: inout Error?) {
        let mapper = API.parameterMapper
        displayName = mapper.value(fromRepresentation: representation, key: keys.displayName, error: &error)
        officeName = mapper.value(fromRepresentation: representation, key: keys.officeName, error: &error)
        founded = mapper.value(fromRepresentation: representation, key: keys.founded, error: &error)
        members = mapper.value(fromRepresentation: representation, key: keys.members, error: &error)
    }
}

class Member: ResponseObjectSerializable {
    let keys = (name: "name", pin: "pin")
    let name: String
    let pin: String?
    required init(representation: Any, error: inout Error?) {
        let mapper = API.parameterMapper
        name = mapper.value(fromRepresentation: representation, key: keys.name, error: &error)
        pin = mapper.value(fromRepresentation: representation, key: keys.pin)
    }
}

class DemoItem: ResponseObjectSerializable {
    let keys = (itemId: "id", title: "title", awesomeCount: "awesome_count", subItem: "subitem")
    let itemId: String
    let title: String
    let awesomeCount: Int?
    let subItem: SubItem?
    required init(representation: Any, error: inout Error?) {
        let mapper = API.parameterMapper
        itemId = mapper.value(fromRepresentation: representation, key: keys.itemId, error: &error)
        title = mapper.value(fromRepresentation: representation, key: keys.title, error: &error)
        awesomeCount = mapper.value(fromRepresentation: representation, key: keys.awesomeCount)
        subItem = mapper.value(fromRepresentation: representation, key: keys.subItem)
    }
}

class SubItem: ResponseObjectSerializable {
    let keys = (name: "name", tags: "tags")
    let name: String
    let tags: [String]
    required init(representation: Any, error: inout Error?) {
        let mapper = API.parameterMapper
        name = mapper.value(fromRepresentation: representation, key: keys.name, error: &error)
        tags = mapper.value(fromRepresentation: representation, key: keys.tags, error: &error)
    }
}
