#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Portico
import Synchronization

/// A transport that answers from a recording, and may send and record what that does not have.
///
/// ```swift
/// let transport = try ReplayTransport(file: file, mode: .recordMissing, live: .curl())
/// let client = Client(environment: .staging, transport: transport)
/// let repos = try await client.send(ListRepos(org: "apple"))
/// try transport.save()
/// ```
///
/// A recording is an ``HTTPArchive``, of a ``Recorder``, a browser or a proxy. A request that it has no answer to fails
/// with a `TransportError` that names the nearest entry and in what the request differs from it; ``UnmatchedRequest``
/// is what is under it. Answers are given by the contract of `Transport`: as a whole or in chunks, within limits, and
/// none to a caller who is cancelled. Copies share what was used and recorded.
public struct ReplayTransport: Transport, DeadlineKeeping {
    /// What the transport does with a request.
    public let mode: ReplayMode

    private let entries: [HTTPArchive.Entry]
    private let machine: ReplayState
    private let live: (any Transport)?
    private let recorder: Recorder?
    private let file: URL?
    private let deadlines = DeadlineQueue(clock: ContinuousClock())

    /// A transport that answers from an archive in memory.
    /// - Parameters:
    ///   - archive: what was recorded.
    ///   - matching: when a request is one that was recorded; ``ReplayMatching/strict`` unless said otherwise.
    ///   - redaction: the names that secrets go by, the same as while recording.
    public init(
        _ archive: HTTPArchive, matching: ReplayMatching = .strict, redaction: Redaction = .standard
    ) {
        self.init(archive, .replayOnly, matching, redaction, live: nil)
    }

    /// A transport that answers from a file, or records into it.
    /// - Parameters:
    ///   - file: a HAR file. It may be missing where things are recorded.
    ///   - mode: ``ReplayMode/replayOnly`` unless said otherwise.
    ///   - live: who carries what is sent: needed in every mode but that one.
    ///   - matching: when a request is one that was recorded; ``ReplayMatching/strict`` unless said otherwise.
    ///   - redaction: the names that secrets go by, the same as while recording.
    /// - Throws: ``HTTPArchiveError`` where the file cannot be read, or where a mode needs `live` and has none.
    public init(
        file: URL, mode: ReplayMode = .replayOnly, live: (any Transport)? = nil, matching: ReplayMatching = .strict,
        redaction: Redaction = .standard
    ) throws(HTTPArchiveError) {
        guard mode == .replayOnly || live != nil else {
            throw HTTPArchiveError(.missing, "", "the mode '\(mode.rawValue)' needs a live transport", path: file.path)
        }
        let archive: HTTPArchive
        switch mode {
        case .replayOnly: archive = try HTTPArchive(contentsOf: file)
        case .recordMissing:
            let exists = FileManager.default.fileExists(atPath: file.path)
            archive = exists ? try HTTPArchive(contentsOf: file) : HTTPArchive()
        case .recordAnew, .live: archive = HTTPArchive()
        }
        self.init(archive, mode, matching, redaction, live: live, file: file)
    }

    init(
        _ archive: HTTPArchive, _ mode: ReplayMode, _ matching: ReplayMatching, _ redaction: Redaction,
        live: (any Transport)?, file: URL? = nil
    ) {
        self.mode = mode
        self.live = live
        self.file = file
        entries = archive.entries
        machine = ReplayState(ReplayMachine(archive, matching, redaction))
        let records = mode == .recordMissing || mode == .recordAnew
        recorder = records ? live.map { Recorder($0, redaction: redaction) } : nil
    }
}

/// The machine of a ``ReplayTransport``, which its copies share.
private final class ReplayState: Sendable {
    private let machine: Mutex<ReplayMachine>

    init(_ machine: ReplayMachine) { self.machine = Mutex(machine) }

    func take(_ request: HTTPArchive.Request) -> ReplayMachine.Answer { machine.withLock { $0.take(request) } }

    var unusedEntries: [Int] { machine.withLock(\.unusedEntries) }
}

extension ReplayTransport {
    /// Everything in the mode that only replays; what the live transport can do in the others.
    public var capabilities: TransportCapabilities {
        mode == .replayOnly ? .all : live?.capabilities ?? .all
    }

    package var keepsDeadlines: Bool {
        mode == .replayOnly || (live as? any DeadlineKeeping)?.keepsDeadlines ?? false
    }

    /// The entries that no request has asked for yet, by their places in the recording.
    public var unusedEntries: [Int] { machine.unusedEntries }

    /// The recording as it is by now: what was there, and behind it what was recorded since.
    public var archive: HTTPArchive { HTTPArchive(entries: entries + (recorder?.archive.entries ?? [])) }

    /// Writes what was recorded into the file, secrets hidden, in place of what was there. Nothing happens where
    /// nothing was recorded.
    /// - Throws: ``HTTPArchiveError`` where all of it is larger than 256 MiB, or the file cannot be written.
    public func save() throws(HTTPArchiveError) {
        guard let file, let recorded = try recorder?.checkedArchive(), !recorded.entries.isEmpty else { return }
        try HTTPArchive(entries: entries + recorded.entries).write(to: file)
    }

    public func send(_ request: HTTPRequest, _ options: TransportOptions) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled) }
        switch mode {
        case .recordAnew, .live:
            guard let transport: any Transport = recorder ?? live else { throw TransportError(.other, "no transport") }
            return try await transport.send(request, options)
        case .replayOnly, .recordMissing:
            return try await replay(request, options)
        }
    }

    private func replay(
        _ request: HTTPRequest, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPResponse {
        let elapsed = options.clock.stopwatch()
        var request = request
        if request.body.data == nil { request.body = try await bytes(of: request.body, options) }
        let body = PassedBytes(request.body.data ?? Data(), limit: .max)
        switch machine.take(HTTPArchive.Request(request, body)) {
        case .entry(let index):
            if body.count > 0 { options.report(.upload, body.count, of: body.count) }
            defer { options.onTimings?(.taking(elapsed())) }
            return try answer(index, to: request, options)
        case .missing(let problem):
            guard let recorder else {
                options.onTimings?(.taking(elapsed()))
                throw TransportError(.other, "\(problem)", underlying: problem)
            }
            var options = options
            if let timeout = options.timeout { options.timeout = max(.zero, timeout - elapsed()) }
            return try await recorder.send(request, options)
        }
    }

    private func answer(
        _ index: Int, to request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> HTTPResponse {
        let response: HTTPResponse
        do throws(HTTPArchiveError) { response = try entries[index].httpResponse() } catch {
            throw TransportError(
                .other, "entry \(index) of the recording cannot be replayed: \(error)", underlying: error)
        }
        return try response.deliveredAtOnce(to: request, options) ?? response
    }

    /// A body in one piece, read as a transport reads it, of at most the size of a buffered answer.
    private func bytes(
        of body: HTTPBody, _ options: TransportOptions
    ) async throws(TransportError) -> HTTPBody {
        let queue = options.clock is ContinuousClock ? deadlines : DeadlineQueue(clock: options.clock)
        let data = try await Race.run(queue, timeout: options.timeout?.asTimeLimit) {
            () async throws(TransportError) in
            var data = Data()
            for try await chunk in try body.chunks() {
                data.append(chunk)
                guard data.count <= TransportOptions.defaultBodyLimit else {
                    throw TransportError(.bodyFailed, "the body is larger than what a recording is compared with")
                }
            }
            return data
        }
        return .bytes(data, mediaType: body.mediaType)
    }
}
