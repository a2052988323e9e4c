import Portico
import Synchronization

/// How a ``StubTransport`` chooses its answer.
enum StubScript: Sendable {
    case always(StubAnswer)
    case sequence(AnswerSequence)
    case routes([StubRoute])

    func answer(to request: HTTPRequest) throws(TransportError) -> StubAnswer {
        switch self {
        case .always(let answer):
            return answer
        case .sequence(let sequence):
            return try sequence.next(for: request)
        case .routes(let routes):
            if let route = routes.first(where: { $0.matches(request) }) { return route.answer }
            throw TransportError(.other, Self.noRoute(request, routes))
        }
    }

    private static func noRoute(_ request: HTTPRequest, _ routes: [StubRoute]) -> String {
        let known = routes.isEmpty ? "it has none" : routes.map(\.description).joined(separator: ", ")
        return "no route of the stub matches \(request.method) \(request.path): \(known)"
    }
}

/// Answers that are given one after the other, each once.
final class AnswerSequence: Sendable {
    private let answers: [StubAnswer]
    private let taken = Atomic(0)

    init(_ answers: [StubAnswer]) { self.answers = answers }

    func next(for request: HTTPRequest) throws(TransportError) -> StubAnswer {
        let index = taken.add(1, ordering: .relaxed).oldValue
        guard index < answers.count else {
            let given = answers.count == 1 ? "the stub's one answer was" : "the stub's \(answers.count) answers were"
            let request = "\(request.method) \(request.path) is request \(index + 1)"
            throw TransportError(.other, "\(given) given already; \(request)")
        }
        return answers[index]
    }
}
