import Portico
import Testing

@Suite struct HTTPStatusTests {
    @Test(arguments: [
        (99, HTTPStatus.Kind.invalid), (100, .informational), (199, .informational), (200, .successful),
        (299, .successful),
        (300, .redirection), (399, .redirection), (400, .clientError), (499, .clientError), (500, .serverError),
        (599, .serverError), (600, .invalid), (-1, .invalid), (0, .invalid),
    ])
    func `the first digit is the kind`(code: Int, kind: HTTPStatus.Kind) {
        #expect(HTTPStatus(code).kind == kind)
    }

    @Test(arguments: [
        (HTTPStatus(404), "404 Not Found"), (HTTPStatus(299), "299"),
        (HTTPStatus(200, reasonPhrase: "Fine"), "200 Fine"),
        (.tooManyRequests, "429 Too Many Requests"), (.contentTooLarge, "413 Content Too Large"),
    ])
    func `a status is described with the server's words or the standard's`(status: HTTPStatus, text: String) {
        #expect(status.description == text)
    }

    @Test func `statuses are equal when their codes are`() {
        #expect(HTTPStatus(200, reasonPhrase: "OK") == 200)
        #expect(Set([HTTPStatus(200, reasonPhrase: "OK"), 200]).count == 1)
        #expect(HTTPStatus(201) != 200)
    }

    @Test(arguments: [
        (100, true), (204, true), (205, true), (304, true), (200, false), (206, false), (302, false), (404, false),
    ])
    func `some statuses never have a body`(code: Int, neverHasBody: Bool) {
        #expect(HTTPStatus(code).neverHasBody == neverHasBody)
    }
}
