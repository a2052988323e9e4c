#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The way of an answer's body into a file, step by step.
struct DownloadTransfer: Sendable {
    let target: DownloadTarget
    let partial: PartialFile
    let onProgress: (@Sendable (TransferProgress) -> Void)?

    init(_ target: DownloadTarget, _ partial: PartialFile, _ onProgress: (@Sendable (TransferProgress) -> Void)?) {
        self.target = target
        self.partial = partial
        self.onProgress = onProgress
    }

    private var limit: Int64 { target.options.limit }
    private var tooLarge: TransportError { TransportError(.bodyTooLarge(limit: Int(clamping: limit))) }

    /// Takes in the body and puts the file in place.
    /// - Parameters:
    ///   - plan: to write the whole, or to append the rest.
    ///   - path: the request's, for its name.
    func run(
        _ response: HTTPResponse, _ plan: DownloadPlan, path: String, _ context: CallContext
    ) async throws -> Download {
        let name = target.name ?? FileName(of: response.head, path: path)
        try target.check(name.text)
        let (point, total) = try begin(plan, response.head)
        let body = response.body
        let count = try await TotalDeadline.keep(to: context.timeLeft, by: context.clock) {
            try await receive(body, from: point, total: total, as: name)
        }
        let file = URL(
            filePath: try partial.put(in: target.folder, as: name, target.options.onConflict),
            directoryHint: .notDirectory)
        return Download(file: file, byteCount: count, resumedByteCount: point?.offset ?? 0, head: response.head)
    }

    /// Makes the part ready for what comes.
    private func begin(_ plan: DownloadPlan, _ head: ResponseHead) throws -> (point: ResumePoint?, total: Int64?) {
        let (point, total): (ResumePoint?, Int64?) =
            switch plan {
            case .append(let point): (point, point.total)
            case .write(let total): (nil, total)
            case .startOver, .refuse: (nil, nil)
            }
        if let total, total > limit { throw tooLarge }
        if let point {
            try partial.resume(at: point)
        } else {
            try partial.startOver(Representation(of: head))
        }
        return (point, total)
    }

    /// Writes the chunks as they come, and checks what they come to.
    /// - Returns: the size of the file.
    private func receive(
        _ body: HTTPResponse.Body, from point: ResumePoint?, total: Int64?, as name: FileName
    ) async throws -> Int64 {
        var hash = target.options.sha256 == nil ? nil : SHA256()
        var count = point?.offset ?? 0
        try await hashBeginning(count, &hash)
        if point != nil { report(count, of: total) }
        switch body {
        case .bytes(let data): try take(data, &count, &hash, total)
        case .chunks(let chunks): for try await chunk in chunks { try take(chunk, &count, &hash, total) }
        }
        if let total, count < total {
            throw TransportError(.bodyTruncated, "the file has \(count) of its \(total) bytes")
        }
        try check(hash, of: name)
        return count
    }

    private func take(_ chunk: Data, _ count: inout Int64, _ hash: inout SHA256?, _ total: Int64?) throws {
        let sum = count + Int64(chunk.count)
        guard sum <= limit else { throw tooLarge }
        guard sum <= total ?? .max else {
            throw TransportError(.malformedResponse, "more bytes came than the \(total ?? 0) that were announced")
        }
        try partial.append(chunk)
        hash?.update(chunk)
        count = sum
        report(count, of: total)
    }

    private func report(_ count: Int64, of total: Int64?) {
        onProgress?(TransferProgress(direction: .download, completed: count, expected: total))
    }

    /// The hash is of the whole file, so what was there before is read once more.
    private func hashBeginning(_ count: Int64, _ hash: inout SHA256?) async throws {
        guard hash != nil else { return }
        var offset: Int64 = 0
        while offset < count {
            try Task.checkCancellation()
            let bytes = try partial.bytes(at: offset, upTo: Int(min(count - offset, 1 << 18)))
            guard !bytes.isEmpty else { throw FileError(.other, target.folder, "a part became shorter meanwhile") }
            hash?.update(bytes)
            offset += Int64(bytes.count)
            await Task.yield()
        }
    }

    private func check(_ hash: SHA256?, of name: FileName) throws {
        guard let hash, let expected = target.options.sha256?.lowercasedASCII else { return }
        let found = hash.finalize().hexadecimalText
        guard found == expected else {
            throw FileError(.checksumMismatch(expected: expected, found: found), "\(target.folder)/\(name.text)")
        }
    }
}

/// Work that ends when the time is up.
enum TotalDeadline {
    /// - Throws: what the work throws, and ``TransportError/Kind/timedOut(_:)`` with the total deadline where that
    ///   passed first.
    static func keep<Value: Sendable>(
        to timeout: Duration?, by clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let timeout else { return try await work() }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                throw TransportError(.timedOut(.total))
            }
            return value
        }
    }
}
