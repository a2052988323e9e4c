#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The call of a download: as of any other, but for what becomes of the body.
extension CallPipeline where Response == HTTPResponse {
    func download(
        to destination: Download.Destination, _ options: DownloadOptions,
        onProgress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(CallError<Failure>) -> Download {
        try await reported { () async throws(CallError<Failure>) in
            let request = try assembled()
            let transfer = try transfer(request, to: destination, options, onProgress)
            do throws(CallError<Failure>) {
                return try await receive(request, transfer)
            } catch {
                transfer.partial.leave(isResumable: error.leavesDownload)
                throw error
            }
        }
    }

    private func receive(
        _ plain: HTTPRequest, _ transfer: DownloadTransfer
    ) async throws(CallError<Failure>) -> Download {
        var request = plain
        var point = transfer.partial.point
        if transfer.target.options.resumes { request.fields[.acceptEncoding] = "identity" }
        point?.ask(in: &request.fields)
        emitStarted(request)
        while true {
            let response = try await response(to: request)
            guard isSuccess(response.status) || point != nil && response.status == .rangeNotSatisfiable else {
                throw try await failure(of: response, to: request)
            }
            guard !response.status.neverHasBody else { throw error(.emptyBody(response.status, length: 0)) }
            let plan = DownloadPlan(for: response.head, asked: point)
            if case .refuse(let reason) = plan {
                throw error(.transport(TransportError(.malformedResponse, reason)))
            }
            if plan != .startOver {
                do {
                    return try await transfer.run(response, plan, path: plain.path, context)
                } catch {
                    throw self.error(error)
                }
            }
            point = nil
            for name in [HTTPField.Name.range, .ifRange] { request.fields[name] = nil }
        }
    }

    private func transfer(
        _ request: HTTPRequest, to destination: Download.Destination, _ options: DownloadOptions,
        _ onProgress: (@Sendable (TransferProgress) -> Void)?
    ) throws(CallError<Failure>) -> DownloadTransfer {
        do {
            let target = try DownloadTarget(destination, options)
            try target.check(request)
            let partial = try PartialFile.open(in: target.folder, key: target.key(request))
            return DownloadTransfer(target, partial, onProgress)
        } catch {
            state.note(declared: request)
            throw self.error(error)
        }
    }
}

extension CallError {
    /// Whether what has come of a download may be of use to the next attempt: it ended on its way, and not in what
    /// came.
    fileprivate var leavesDownload: Bool {
        switch reason {
        case .file, .bodyTooLarge, .emptyBody: false
        case .transport(let error): error.kind != .malformedResponse
        default: true
        }
    }
}
