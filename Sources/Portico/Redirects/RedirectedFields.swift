extension HTTPRequest {
    /// The request that follows an answer with this status (RFC 9110, section 15.4).
    /// - Parameter defaults: what the environment and the client add to each of their requests.
    func redirected(by status: HTTPStatus, to target: RedirectTarget, defaults: [HTTPFields]) -> HTTPRequest {
        var next = self
        next.scheme = target.scheme
        next.authority = target.authority
        next.path = target.path
        if dropsBody(at: status) {
            next.body = .none
            next.fields = HTTPFields(next.fields.filter { !$0.name.describesBody })
            // It is of the request that had the body.
            next.fields[.idempotencyKey] = nil
            if method != .head { next.method = .get }
        }
        // A name given by hand was meant for the host that it was sent to.
        if next.authority != authority { next.fields[.host] = nil }
        guard !origin.admits(next.origin) else { return next }
        next.fields = HTTPFields(
            next.fields.filter { field in
                field.name == .accept || field.name == .userAgent
                    || field.name.goesToOtherOrigins && !defaults.contains { $0.contains(field) }
            })
        return next
    }

    private func dropsBody(at status: HTTPStatus) -> Bool {
        switch status.code {
        case 303: true
        case 301, 302: method == .post
        default: false
        }
    }
}

extension HTTPField.Name {
    /// Whether it says something of the body, which is gone.
    fileprivate var describesBody: Bool { isOfContent || Self.bodyNames.contains(self) }

    /// Whether it says which representation is wanted, or what the body is. A field of any other name may be a
    /// credential.
    fileprivate var goesToOtherOrigins: Bool { isOfContent || Self.harmlessNames.contains(self) }

    private var isOfContent: Bool { rawName.prefix(8).equalsIgnoringASCIICase("Content-") }

    private static let bodyNames: Set<HTTPField.Name> = [
        .expect, .transferEncoding, "Trailer", "Digest", "Repr-Digest",
    ]

    private static let harmlessNames: Set<HTTPField.Name> = [
        .acceptEncoding, .acceptLanguage, "Accept-Charset", .cacheControl, "Pragma", .range, .ifRange, .ifMatch,
        .ifNoneMatch, .ifModifiedSince, "If-Unmodified-Since", "Prefer", .idempotencyKey, .expect, "Digest",
        "Repr-Digest",
    ]
}
