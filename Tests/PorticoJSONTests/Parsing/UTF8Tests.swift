import Testing

@testable import PorticoJSON

@Suite struct UTF8Tests {
    /// Every lead byte with all second bytes that matter, compared with what the standard library takes for UTF-8.
    @Test func `what is no UTF-8 is refused, and nothing else`() throws {
        let continuations: [UInt8] = [0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in UInt8(0x80)...0xFF {
            for second in continuations {
                for third in [0x41, 0x80, 0xBF, 0xC2] as [UInt8] {
                    for fourth in [0x41, 0x80, 0xBF] as [UInt8] {
                        check([lead, second, third, fourth])
                        check([lead, second, third])
                        check([lead, second])
                    }
                }
            }
        }
    }

    private func check(_ bytes: [UInt8]) {
        let holdsQuoteOrControl = bytes.contains { $0 == 0x22 || $0 < 0x20 }
        let isText = String(validating: bytes, as: UTF8.self) != nil && !holdsQuoteOrControl
        let text = try? withTape([0x22] + bytes + [0x22]) { $0.text(of: $0[0]) }
        #expect((text != nil) == isText, "\(bytes)")
        if let text { #expect(Array(text.utf8) == bytes) }
    }
}
