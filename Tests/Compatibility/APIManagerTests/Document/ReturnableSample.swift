import Foundation

/// What the module's own protocol is called, for the sample to stand beside it.
enum Sample {
    protocol APIReturnable {
        init(from: Data) throws
    }
}

extension Sample.APIReturnable where Self: Decodable {
    init(from data: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: data)
    }
}

struct Point: Decodable, Equatable, Sample.APIReturnable {
    var x: Int, y: Int
}
