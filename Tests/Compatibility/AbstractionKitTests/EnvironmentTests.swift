import AbstractionKit
import Testing

@Suite struct EnvironmentTests {
    @Test(arguments: [
        ("https://h/a/b", "users", "https://h/a/b/users"), ("https://h/a/b/", "/users", "https://h/a/b/users"),
        ("https://h", "", "https://h"), ("https://h/", "", "https://h"),
        ("https://h/a?key=1", "/users", "https://h/a/users?key=1"),
        ("https://h", "//evil.example/x", "https://h/evil.example/x"), ("https://h", "a%2Fb", "https://h/a%2Fb"),
    ])
    func `the base is a folder, and no path leads away from it`(base: String, path: String, url: String) {
        #expect(Environment("test", baseURL: base).url(forPath: path).absoluteString == url)
    }
}
