import Testing

@testable import Portico

@Suite struct ContentRangeTests {
    @Test(arguments: [
        ("bytes 0-9/100", ContentRange(bytes: 0...9, total: 100)),
        ("bytes 99-99/100", ContentRange(bytes: 99...99, total: 100)),
        ("Bytes 5-9/*", ContentRange(bytes: 5...9, total: nil)),
        ("bytes */100", ContentRange(bytes: nil, total: 100)),
        ("bytes 0-9223372036854775806/9223372036854775807", ContentRange(bytes: 0...(.max - 1), total: .max)),
    ])
    func `a range is read`(text: String, range: ContentRange) {
        #expect(ContentRange(text) == range)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9", "0-9/100", "items 0-9/100", "bytes 9-0/100", "bytes 0-100/100", "bytes */*",
        "bytes -9/100", "bytes 0-/100", "bytes +1-9/100", "bytes 0-9/-1", "bytes 0-9/100/100", "bytes 0-9-9/100",
        "bytes 0x1-9/100", "bytes 0-99999999999999999999/*", "bytes 0-9/99999999999999999999", "bytes ٠-٩/١٠٠",
        "bytes=0-9/100", "bytes 0-9/100 x",
    ])
    func `what is no range is none`(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
