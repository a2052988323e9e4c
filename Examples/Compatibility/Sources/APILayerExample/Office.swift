import APILayer
import Foundation

final class Office: ResponseObjectSerializable {
    let keys = (displayName: "display_name", founded: "founded", members: "members")
    let displayName: String
    let founded: Date
    let members: [Member]

    required init(representation: Any, error: inout (any Error)?) {
        let mapper = API.parameterMapper
        displayName = mapper.value(fromRepresentation: representation, key: keys.displayName, error: &error)
        founded = mapper.value(fromRepresentation: representation, key: keys.founded, error: &error)
        members = mapper.value(fromRepresentation: representation, key: keys.members, error: &error)
    }
}

final class Member: ResponseObjectSerializable {
    let name: String

    required init(representation: Any, error: inout (any Error)?) {
        name = API.parameterMapper.value(fromRepresentation: representation, key: "name", error: &error)
    }
}
