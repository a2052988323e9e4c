extension FuzzTarget {
    /// What a server says of a file: its name stays one component of its folder, and its range lies within its whole.
    static let download = FuzzTarget(
        name: "download",
        seeds: [
            #"attachment; filename="a b.tar.gz""#, "attachment; filename*=UTF-8''%e2%82%ac%20rates.txt",
            #"attachment; filename="../../etc/passwd"; filename*=iso-8859-1'en'%A3"#, "bytes 0-99/1234", "bytes */10",
            #"inline; filename="a\"b\\c"; filename=.hidden"#,
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        let head = ResponseHead(status: .ok, fields: ["Content-Disposition": text])
        for name in [FileName(of: head, path: "/files/a"), FileName(of: ResponseHead(status: .ok), path: "/" + text)] {
            for file in [name.text, name.numbered(9999)] {
                let bytes = file.utf8
                expect(!bytes.isEmpty && bytes.count <= 255 && bytes.first != UInt8(ascii: "."), "the name '\(file)'")
                expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }, "the name '\(file)'")
            }
        }
        if let range = ContentRange(text) {
            expect(range.bytes != nil || range.total != nil, "a range that says nothing")
            expect((range.bytes?.upperBound ?? 0) <= range.total ?? .max, "a range beyond its whole")
        }
        let part = ResponseHead(status: .partialContent, fields: ["Content-Range": text, "ETag": text])
        let point = ResumePoint(validator: "\"a\"", offset: 40, total: 100)
        if case .append(let accepted) = DownloadPlan(for: part, asked: point) {
            expectEqual(accepted, point, "a part that fits")
        }
        if let whole = Representation(of: ResponseHead(status: .ok, fields: ["Content-Length": "9", "ETag": text])) {
            let validator = whole.validator
            expect(validator.hasPrefix("\"") && !validator.utf8.contains(0x0A), "the validator \(validator)")
        }
    }
}
