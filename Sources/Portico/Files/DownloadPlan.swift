/// What an answer is good for, judged by its head alone.
enum DownloadPlan: Equatable {
    /// The whole comes, of this length where it is known.
    case write(total: Int64?)
    /// The rest comes.
    case append(ResumePoint)
    /// What is there already is of no use: ask again, for the whole.
    case startOver
    /// It is neither, for the reason given.
    case refuse(String)

    /// - Parameters:
    ///   - head: of an answer whose status is a success, or 416.
    ///   - asked: what the request asked to go on from; nil where it asked for the whole.
    init(for head: ResponseHead, asked: ResumePoint?) {
        switch (head.status, asked) {
        case (.partialContent, let asked?):
            self = head.continues(asked) ? .append(asked) : .startOver
        case (.rangeNotSatisfiable, _?):
            self = .startOver
        case (.partialContent, nil):
            self = .refuse("206 answers a request that asked for no range")
        default:
            self = .write(total: head.identityLength)
        }
    }
}

extension ResponseHead {
    /// Whether this answer is the rest and nothing but the rest. A server that answers with another range than was
    /// asked for, or says of it that its whole is another one, cannot be relied on: two halves of different files make
    /// a file of neither.
    fileprivate func continues(_ point: ResumePoint) -> Bool {
        guard isIdentity, let range = fields[.contentRange].flatMap({ ContentRange($0) }) else { return false }
        let rest = point.offset...max(point.offset, point.total - 1)
        guard range.bytes == rest, range.total ?? point.total == point.total else { return false }
        if let length = identityLength, length != point.total - point.offset { return false }
        guard let tag = fields[.eTag], point.validator.hasPrefix("\"") else { return true }
        return tag == point.validator
    }
}
