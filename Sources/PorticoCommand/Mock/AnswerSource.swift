#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Portico
import PorticoTesting
import Synchronization

/// What `portico mock` answers from.
protocol AnswerSource: Sendable {
    func answer(to request: ReceivedRequest) -> FoundAnswer.Plan
}

/// An answer, and what the log says of it.
struct FoundAnswer: Sendable {
    let answer: MockAnswer
    let status: HTTPStatus
    let size: Int
    /// The file, or the reason why there is none.
    let origin: String

    enum Plan: Sendable {
        case now(FoundAnswer)
        /// A large file has to be read first.
        case later(@Sendable () -> FoundAnswer)
    }

    init(_ response: HTTPResponse, delay: Duration? = nil, origin: String) {
        let answer = MockAnswer.response(response)
        self.answer = delay.map { answer.delayed(by: $0) } ?? answer
        status = response.status
        size = response.data?.count ?? 0
        self.origin = origin
    }
}

/// A folder of fixtures. What changes in it is seen with the next request.
struct FixtureSource: AnswerSource {
    private let folder: FixtureFolder

    init(_ url: URL, scenario: String?, _ console: Console) throws {
        folder = try FixtureFolder(url, scenario: scenario)
        guard let scenario else { return }
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
        if !paths.contains(where: { $0.contains("@\(scenario)") }) {
            console.complain("portico mock: no fixture there is of the scenario '\(scenario)' yet")
        }
    }

    func answer(to request: ReceivedRequest) -> FoundAnswer.Plan {
        do throws(FixtureError) {
            switch try folder.lookUp(request.method, request.target, asOf: request.arrival) {
            case .fixture(let fixture): return .now(FoundAnswer(fixture))
            case .unread(let read): return .later { FoundAnswer(read()) }
            }
        } catch {
            return .now(FoundAnswer(error))
        }
    }
}

extension FoundAnswer {
    fileprivate init(_ fixture: Fixture) { self.init(fixture.response, delay: fixture.delay, origin: fixture.path) }

    fileprivate init(_ error: FixtureError) { self.init(error.response, origin: "\(error)") }

    fileprivate init(_ result: Result<Fixture, FixtureError>) {
        switch result {
        case .success(let fixture): self.init(fixture)
        case .failure(let error): self.init(error)
        }
    }
}

/// A recording in a file, which is read anew when the file has changed.
final class LiveRecording: AnswerSource {
    fileprivate struct State: Sendable {
        var stamp: FileStamp?
        var answers: RecordedAnswers?
        /// What is wrong with the file.
        var problem = ""
    }

    private let file: URL
    private let matching: ReplayMatching
    private let state: Mutex<State>
    /// Held while the file is read, which one request does for all that wait for it.
    private let reading = Mutex(())

    /// - Throws: `HTTPArchiveError` where the file is no good now. Later that is an answer of 500.
    init(_ file: URL, _ matching: ReplayMatching) throws {
        self.file = file
        self.matching = matching
        let stamp = FileStamp(file.path)
        let answers = RecordedAnswers(try HTTPArchive(contentsOf: file), matching: matching)
        state = Mutex(State(stamp: stamp, answers: answers))
    }

    func answer(to request: ReceivedRequest) -> FoundAnswer.Plan {
        let stamp = FileStamp(file.path)
        if let known = state.withLock({ $0.isUp(to: stamp) ? $0 : nil }) { return .now(known.answer(to: request)) }
        return .later { self.reread().answer(to: request) }
    }

    private func reread() -> State {
        reading.withLock { _ in
            let stamp = FileStamp(file.path)
            if let known = state.withLock({ $0.isUp(to: stamp) ? $0 : nil }) { return known }
            var read = State(stamp: stamp)
            do throws(HTTPArchiveError) {
                read.answers = RecordedAnswers(try HTTPArchive(contentsOf: file), matching: matching)
            } catch {
                read.problem = "\(error)"
            }
            state.withLock { [read] in $0 = read }
            return read
        }
    }
}

extension LiveRecording.State {
    /// A file that is gone is one that will be there again.
    fileprivate func isUp(to current: FileStamp?) -> Bool { current == nil || current == stamp }

    fileprivate func answer(to request: ReceivedRequest) -> FoundAnswer {
        guard let answers else {
            return FoundAnswer(.text("\(problem)\n", status: .internalServerError), origin: problem)
        }
        do throws(RecordedAnswers.Problem) {
            let (response, entry) = try answers.answer(to: request)
            return FoundAnswer(response, origin: "entry \(entry)")
        } catch {
            return FoundAnswer(error.response, origin: "\(error)")
        }
    }
}
