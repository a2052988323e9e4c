/// Decides for each answer of a call whether it is the caller's, or where to go next. It sends nothing.
struct RedirectMachine {
    private enum State {
        case waiting(HTTPRequest)
        case asking(Redirect)
        case ended
    }

    /// What is to be done.
    enum Action {
        /// The answer is the caller's.
        case deliver
        /// The policy's closure is to say what to send.
        case ask(Redirect)
        case send(Redirect)
        case fail(RedirectError)
    }

    /// A request that was made, and how many of the answers up to it had set a cookie.
    private struct Visit {
        let method: HTTPMethod
        let url: String
        let cookieCount: Int
    }

    private let policy: RedirectPolicy
    private let defaults: [HTTPFields]
    private let redaction: Redaction
    private var state: State
    private var visits: [Visit]
    private var cookieCount = 0

    /// - Parameters:
    ///   - request: what was sent.
    ///   - defaults: what the environment and the client add to each of their requests, and what stays behind.
    init(_ request: HTTPRequest, _ policy: RedirectPolicy, defaults: [HTTPFields], redaction: Redaction) {
        self.policy = policy
        self.defaults = defaults
        self.redaction = redaction
        state = .waiting(request)
        visits = [Visit(method: request.method, url: request.urlText, cookieCount: 0)]
    }

    /// Whether a status can redirect at all. 300 offers a choice, which is not ours, and 304 is no redirect.
    static func isRedirect(_ status: HTTPStatus) -> Bool {
        switch status.code {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// An answer came to the request that was sent last.
    mutating func received(_ head: ResponseHead) -> Action {
        guard case .waiting(let request) = state else { return .deliver }
        state = .ended
        if case .refuse = policy.rule { return .deliver }
        guard Self.isRedirect(head.status), let location = head.location else { return .deliver }
        if head.fields.contains(.setCookie) { cookieCount += 1 }
        let target: RedirectTarget
        do throws(RedirectError.Reason) {
            if head.hasSeveralLocations { throw .invalidLocation("there are several") }
            target = try RedirectTarget(location, at: request)
        } catch {
            return .fail(refusal(error, head, location))
        }
        let redirect = Redirect(
            number: visits.count, request: request, response: head,
            next: request.redirected(by: head.status, to: target, defaults: defaults))
        return judge(redirect)
    }

    /// The policy's closure has answered.
    mutating func answered(_ request: HTTPRequest?) -> Action {
        guard case .asking(let redirect) = state, let request else {
            state = .ended
            return .deliver
        }
        return send(
            Redirect(number: redirect.number, request: redirect.request, response: redirect.response, next: request))
    }

    private mutating func judge(_ redirect: Redirect) -> Action {
        if case .sameOrigin = policy.rule, !redirect.keepsOrigin { return .deliver }
        if redirect.isDowngrade, !policy.allowsDowngrade { return .fail(refusal(.downgrade, redirect)) }
        guard redirect.next.body.isReplayable else { return .deliver }
        if let problem = endlessness(redirect) { return .fail(refusal(problem, redirect)) }
        guard case .ask = policy.rule else { return send(redirect) }
        state = .asking(redirect)
        return .ask(redirect)
    }

    private mutating func send(_ redirect: Redirect) -> Action {
        state = .waiting(redirect.next)
        visits.append(Visit(method: redirect.next.method, url: redirect.next.urlText, cookieCount: cookieCount))
        return .send(redirect)
    }

    /// A request that was made before has the same answer as then, unless a cookie was set meanwhile: some servers
    /// redirect to the same place to see whether cookies are kept. Where each answer sets one, the limit ends it.
    private func endlessness(_ redirect: Redirect) -> RedirectError.Reason? {
        let (method, url) = (redirect.next.method, redirect.next.urlText)
        let earlier = visits.last { $0.method == method && $0.url == url }
        if let earlier, earlier.cookieCount == cookieCount { return .loop }
        guard redirect.number > policy.limit else { return nil }
        return earlier == nil ? .tooMany(limit: policy.limit) : .loop
    }

    private func refusal(_ reason: RedirectError.Reason, _ redirect: Redirect) -> RedirectError {
        refusal(reason, redirect.response, redirect.next.urlText)
    }

    private func refusal(_ reason: RedirectError.Reason, _ head: ResponseHead, _ place: String) -> RedirectError {
        let urls = (visits.map(\.url) + [place]).map { Redaction.line(redaction.url($0), limit: 500) }
        return RedirectError(reason: reason, status: head.status, urls: urls)
    }
}

extension ResponseHead {
    /// What `Location` says, or nil where it is missing or empty.
    fileprivate var location: String? {
        guard let value = fields.values(of: .location).first else { return nil }
        let location = String(Substring(value.utf8.trimmingOptionalWhitespace))
        return location.isEmpty ? nil : location
    }

    fileprivate var hasSeveralLocations: Bool { Set(fields.values(of: .location)).count > 1 }
}
