extension FuzzTarget {
    /// `Content-Type` and `Accept`, as a hostile server or caller writes them.
    static let mediaType = FuzzTarget(
        name: "media-type",
        seeds: [
            "application/json; charset=utf-8", "text/html;q=0.8, application/*;q=0.5, */*;q=0.1",
            #"multipart/form-data; boundary="a b\"c""#, "application/problem+json",
            "text/x; name=\"\\\"\u{301}\"",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        if let type = MediaType(text) {
            expectEqual(MediaType(type.description), type, "a media type written and read again")
            expect((0...1).contains(type.quality), "a quality of \(type.quality)")
            expect(type.includes(type) && MediaType.any.includes(type), "\(type) is in no range")
            let bytes = type.description.utf8
            expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "a control character in \(type)")
        }
        let list = MediaType.list(text)
        expect(zip(list, list.dropFirst()).allSatisfy { $0.quality >= $1.quality }, "a list out of order")
    }
}
