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
    func answer(to request: ReceivedRequest) -> FoundAnswer
}

/// An answer, and what the log says of it.
struct FoundAnswer: Sendable {
    let answer: MockAnswer
    let status: HTTPStatus
    let size: Int
    /// The file, or the reason why there is none.
    let origin: String

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

    func answer(to request: ReceivedRequest) -> FoundAnswer {
        do throws(FixtureError) {
            let fixture = try folder.fixture(for: request.method, request.target, asOf: request.arrival)
            return FoundAnswer(fixture.response, delay: fixture.delay, origin: fixture.path)
        } catch {
            return FoundAnswer(error.response, origin: "\(error)")
        }
    }
}

/// A recording in a file, which is read anew when the file has changed.
final class LiveRecording: AnswerSource {
    private struct State {
        var stamp: FileStamp?
        var answers: RecordedAnswers?
        /// What is wrong with the file.
        var problem = ""
    }

    private let file: URL
    private let matching: ReplayMatching
    private let state: Mutex<State>

    /// - Throws: `HTTPArchiveError` where the file is no good now. Later that is an answer of 500.
    init(_ file: URL, _ matching: ReplayMatching) throws {
        self.file = file
        self.matching = matching
        let stamp = FileStamp(file.path)
        let answers = RecordedAnswers(try HTTPArchive(contentsOf: file), matching: matching)
        state = Mutex(State(stamp: stamp, answers: answers))
    }

    func answer(to request: ReceivedRequest) -> FoundAnswer {
        let (answers, problem) = current()
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

    private func current() -> (RecordedAnswers?, problem: String) {
        let stamp = FileStamp(file.path)
        return state.withLock { state in
            guard stamp == nil || stamp != state.stamp else { return (state.answers, state.problem) }
            do throws(HTTPArchiveError) {
                let answers = RecordedAnswers(try HTTPArchive(contentsOf: file), matching: matching)
                state = State(stamp: stamp, answers: answers)
            } catch {
                state = State(stamp: stamp, problem: "\(error)")
            }
            return (state.answers, state.problem)
        }
    }
}
