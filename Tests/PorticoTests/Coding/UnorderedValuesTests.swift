import Foundation
import Portico
import PorticoTesting
import Testing

private struct Dated: Encodable, Hashable { var date: Date }
private struct ListDated: Endpoint {
    static let route: Route = "GET /x"
    var dates: Set<Dated>
}

@Suite struct UnorderedValuesTests {
    @Test(arguments: [Double.nan, .infinity, 1e300])
    func `a set with a date that is none in it is refused like the date`(seconds: Double) {
        let dates = [seconds, 3].map { Dated(date: Date(timeIntervalSince1970: $0)) }

        let error = #expect(throws: CallError<ErrorBody>.self) {
            try Client.answering(.status(204)).httpRequest(for: ListDated(dates: Set(dates)))
        }

        guard case .invalidRequest(let problem) = error?.reason else { return }
        #expect(problem.message == "a date outside the years 0 to 9999, which its format cannot tell")
    }
}
