@testable import Portico

/// What the suites of a redirect's machine tell it, and what it answers.
protocol RedirectSteps {}

extension RedirectSteps {
    /// A machine that has sent a request, with nothing among the client's defaults.
    func machine(
        _ request: HTTPRequest, _ policy: RedirectPolicy = .follow, defaults: [HTTPFields] = []
    ) -> RedirectMachine {
        RedirectMachine(request, policy, defaults: defaults, redaction: .standard)
    }

    func request(
        _ method: HTTPMethod = .get, _ authority: String = "h", _ path: String = "/a", scheme: String = "https",
        fields: HTTPFields = [:], body: HTTPBody = .none
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, fields: fields, body: body)
    }

    func answer(_ code: Int = 302, _ location: String?, fields: HTTPFields = [:]) -> ResponseHead {
        var fields = fields
        if let location { fields.append(.location, location) }
        return ResponseHead(status: HTTPStatus(code), fields: fields)
    }
}

extension RedirectMachine.Action {
    var sent: HTTPRequest? { if case .send(let redirect) = self { redirect.next } else { nil } }
    var asked: Redirect? { if case .ask(let redirect) = self { redirect } else { nil } }
    var failure: RedirectError? { if case .fail(let error) = self { error } else { nil } }
    var delivers: Bool { if case .deliver = self { true } else { false } }
}
