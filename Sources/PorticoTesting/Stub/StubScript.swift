import Portico
import Synchronization

/// How a ``StubTransport`` chooses its answer.
enum StubScript: Sendable {
    case always(StubAnswer)
    case sequence(AnswerSequence)
    case stubs([CountedStub])

    func answer(to stubbed: StubbedRequest) throws(TransportError) -> StubAnswer {
        switch self {
        case .always(let answer): return answer
        case .sequence(let sequence): return try sequence.next(for: stubbed.request)
        case .stubs(let stubs): return try Self.answer(to: stubbed, of: stubs)
        }
    }

    private static func answer(
        to stubbed: StubbedRequest, of stubs: [CountedStub]
    ) throws(TransportError) -> StubAnswer {
        var nearest: (stub: Stub, differences: [StubDifference], weight: Int)?
        var exhausted: Stub?
        for counted in stubs {
            let differences = counted.stub.differences(stubbed)
            guard !differences.isEmpty else {
                if let answer = counted.next(for: stubbed) { return answer }
                exhausted = exhausted ?? counted.stub
                continue
            }
            let weight = differences.reduce(0) { $0 + $1.part.rawValue }
            if weight < nearest?.weight ?? .max { nearest = (counted.stub, differences, weight) }
        }
        if let exhausted {
            let message = "the answers of the stub \(exhausted) were given already; \(stubbed.description) is one more"
            throw TransportError(.other, message)
        }
        let mismatch = StubMismatch(
            request: stubbed.description, nearest: nearest?.stub.description,
            differences: nearest?.differences.sorted { $0.part.rawValue > $1.part.rawValue }.map(\.text) ?? [],
            stubs: stubs.prefix(20).map(\.stub.description))
        throw TransportError(.other, "\(mismatch)", underlying: mismatch)
    }
}

/// A stub, and how many of its answers one transport has given.
final class CountedStub: Sendable {
    let stub: Stub
    private let given = Atomic(0)

    init(_ stub: Stub) { self.stub = stub }

    /// Nil where all answers were given.
    func next(for stubbed: StubbedRequest) -> StubAnswer? {
        let number = given.add(1, ordering: .relaxed).oldValue
        switch stub.answers {
        case .made(let answer): return answer(stubbed)
        case .listed(let answers):
            return answers.count == 1 ? answers[0] : number < answers.count ? answers[number] : nil
        }
    }

    /// What is left of it, in words; nil where nothing is.
    var rest: String? {
        let given = given.load(ordering: .relaxed)
        if case .listed(let answers) = stub.answers, answers.count > 1, given > 0 {
            return given < answers.count ? "\(stub) (\(given) of \(answers.count) answers given)" : nil
        }
        return given == 0 ? stub.description : nil
    }
}

/// Answers that are given one after the other, each once.
final class AnswerSequence: Sendable {
    private let answers: [StubAnswer]
    private let taken = Atomic(0)

    init(_ answers: [StubAnswer]) { self.answers = answers }

    /// How many were not given.
    var left: Int { max(0, answers.count - taken.load(ordering: .relaxed)) }

    func next(for request: HTTPRequest) throws(TransportError) -> StubAnswer {
        let index = taken.add(1, ordering: .relaxed).oldValue
        guard index < answers.count else {
            let given = answers.count == 1 ? "the stub's one answer was" : "the stub's \(answers.count) answers were"
            let request = "\(request.method) \(request.path)"
            throw TransportError(.other, "\(given) given already; \(request) is request \(index + 1)")
        }
        return answers[index]
    }
}
