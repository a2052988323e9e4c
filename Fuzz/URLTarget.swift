import Foundation

extension FuzzTarget {
    /// URLs, as a caller or a `Location` has them.
    static let url = FuzzTarget(
        name: "url",
        seeds: [
            "https://api.example.com:8443/a/b%2Fc?x=1&y=a%2Bb#part", "http://[::1]:80", "https://user:secret@h/",
            "//evil.example/x", "HTTPS://h?q",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        if let parts = URLText(text) {
            expect(!parts.authority.isEmpty && parts.path.utf8.first == UInt8(ascii: "/"), "\(parts)")
            let rejoined = "\(parts.scheme)://\(parts.authority)\(parts.target)"
            expectEqual(URLText(rejoined), parts, "a URL joined and taken apart again")
        }
        if let url = URL(string: text), let request = HTTPRequest(url: url), (try? request.validate()) != nil {
            // What passed is one line of a request, and no more.
            expect(request.urlText.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, request.urlText)
            expect(!request.authority.contains("@"), "user information in \(request.authority)")
        }
    }
}
