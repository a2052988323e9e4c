@testable import Portico
import Testing

@Suite struct SetCookieLineTests {
    @Test(arguments: [
        ("a=1", ["a=1"]),
        ("a=1, b=2", ["a=1", "b=2"]),
        ("a=1; Path=/, b=2; HttpOnly,c=3", ["a=1; Path=/", "b=2; HttpOnly", "c=3"]),
        (
            "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT, b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
            ["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]
        ),
        (
            "a=1; Expires=Wednesday, 21-Oct-99 07:28:00 GMT, b=",
            ["a=1; Expires=Wednesday, 21-Oct-99 07:28:00 GMT", "b="]
        ),
        ("a=x, y, z; Path=/", ["a=x, y, z; Path=/"]),
        ("__Host-sid=\"1\"; Secure, $x=2", ["__Host-sid=\"1\"; Secure", "$x=2"]),
        ("", [""]),
    ])
    func `cookies that were joined are taken apart, dates and commas in values are not`(
        joined: String, cookies: [String]
    ) {
        #expect(SetCookieLine.split(joined) == cookies)
    }
}
