import Foundation
import Portico
import Synchronization

/// The body of a request as URLSession reads it, once and from start to end.
///
/// Without it a body would be sent a second time, and without its bytes: when a kept connection turns out to be dead,
/// libcurl sends the request again over a new one, whatever its method, and Foundation does not wind the body back.
/// This reader refuses to begin again, which breaks the second request off in the middle. It also ends an upload that
/// nobody waits for.
final class BodyReader: Sendable {
    private enum Progress {
        case at(Int64)
        case ended
        case broken(TransportError)
    }

    private let progress = Mutex(Progress.at(0))
    private let body: UploadBody
    private let taken = Atomic<Int64>(0)

    init(_ body: UploadBody) { self.body = body }

    /// How many bytes were read so far.
    var count: Int64 { taken.load(ordering: .relaxed) }

    /// Why reading failed, where it did.
    var failure: TransportError? {
        progress.withLock { if case .broken(let error) = $0 { error } else { nil } }
    }

    /// Has the next read fail: nobody waits for the request any more, or it would be sent twice.
    func breakOff(_ error: TransportError) {
        progress.withLock { if case .broken = $0 {} else { $0 = .broken(error) } }
    }

    /// The number of bytes read, 0 at the end, and -1 for a failure and ever after.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        progress.withLock { progress in
            guard case .at(let offset) = progress else {
                if case .ended = progress { progress = .broken(Self.sentTwice) }
                return -1
            }
            do throws(TransportError) {
                let count = try copy(from: offset, into: target)
                progress = count == 0 ? .ended : .at(offset + Int64(count))
                taken.store(offset + Int64(count), ordering: .relaxed)
                return count
            } catch {
                progress = .broken(error)
                return -1
            }
        }
    }

    static let sentTwice = TransportError(
        .connectionLost, "a kept connection was closed before the answer; the request was not sent again")

    private func copy(
        from offset: Int64, into target: UnsafeMutableRawBufferPointer
    ) throws(TransportError) -> Int {
        let wanted = Int(min(Int64(target.count), body.length - offset))
        guard wanted > 0 else { return 0 }
        switch body {
        case .none:
            return 0
        case .bytes(let data):
            let start = data.startIndex + Int(offset)
            return data.copyBytes(to: target, from: start..<start + wanted)
        case .file(let file):
            let count = try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
            guard count > 0 else {
                throw TransportError(.bodyFailed, "a file of the body ended after \(offset) of \(body.length) bytes")
            }
            return count
        }
    }
}

#if !canImport(Darwin)
/// What Foundation on Linux reads a ``BodyReader`` through.
final class BodyStream: InputStream {
    private let reader: BodyReader

    init(_ reader: BodyReader) {
        self.reader = reader
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    override var streamStatus: Stream.Status { .notOpen }
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength))
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
#endif
