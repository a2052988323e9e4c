#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The call of a download: as of any other, but for what becomes of the body.
extension CallState {
    func download<Failure>(
        to destination: Download.Destination, _ options: DownloadOptions,
        _ onProgress: (@Sendable (TransferProgress) -> Void)?, orFailure mapping: ResponseMapping<Failure>
    ) async throws(CallError<Failure>) -> Download {
        let answer: DownloadAnswer
        do {
            answer = try await downloaded(to: destination, options, onProgress)
        } catch {
            throw reported(self.error(error))
        }
        switch answer {
        case .file(let download):
            reportSuccess()
            return download
        case .failure(let response, let context): throw reported(await failure(response, context, mapping))
        case .nothing(let status): throw reported(error(.emptyBody(status, length: 0)))
        }
    }

    private enum DownloadAnswer {
        case file(Download)
        case failure(HTTPResponse, MappingContext)
        /// Of this status no answer has a body.
        case nothing(HTTPStatus)
    }

    private func downloaded(
        to destination: Download.Destination, _ options: DownloadOptions,
        _ onProgress: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> DownloadAnswer {
        let request = try begin()
        let transfer = try transfer(request, to: destination, options, onProgress)
        do {
            let answer = try await receive(request, transfer)
            switch answer {
            case .file: break
            case .failure: transfer.partial.leave(isResumable: true)
            case .nothing: transfer.partial.leave(isResumable: false)
            }
            return answer
        } catch {
            transfer.partial.leave(isResumable: leavesDownload(error))
            throw error
        }
    }

    private func receive(_ plain: HTTPRequest, _ transfer: DownloadTransfer) async throws -> DownloadAnswer {
        var request = plain
        var point = transfer.partial.point
        if transfer.target.options.resumes { request.fields[.acceptEncoding] = "identity" }
        point?.ask(in: &request.fields)
        emitStarted(request)
        while true {
            let response = try await response(to: request)
            guard isSuccess(response.status) || point != nil && response.status == .rangeNotSatisfiable else {
                return .failure(response, mappingContext(request))
            }
            guard !response.status.neverHasBody else { return .nothing(response.status) }
            let plan = DownloadPlan(for: response.head, asked: point)
            if case .refuse(let reason) = plan { throw TransportError(.malformedResponse, reason) }
            if plan != .startOver {
                return .file(try await transfer.run(response, plan, path: plain.path, context))
            }
            point = nil
            for name in [HTTPField.Name.range, .ifRange] { request.fields[name] = nil }
        }
    }

    private func transfer(
        _ request: HTTPRequest, to destination: Download.Destination, _ options: DownloadOptions,
        _ onProgress: (@Sendable (TransferProgress) -> Void)?
    ) throws -> DownloadTransfer {
        do {
            let target = try DownloadTarget(destination, options)
            try target.check(request)
            let partial = try PartialFile.open(in: target.folder, key: target.key(request))
            return DownloadTransfer(target, partial, onProgress)
        } catch {
            note(first: request)
            throw error
        }
    }

    /// Whether what has come of a download may be of use to the next attempt: it ended on its way, and not in what
    /// came.
    private func leavesDownload(_ error: any Error) -> Bool {
        switch error {
        case is FileError: false
        case let error as TransportError:
            switch error.kind {
            case .malformedResponse, .bodyTooLarge: false
            default: true
            }
        default: true
        }
    }
}
