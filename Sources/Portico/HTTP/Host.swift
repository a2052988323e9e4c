/// A host of a URL that is no address of IPv6, by its bytes.
///
/// `0x7f.1`, `2130706433` and `0177.0.0.1` are all 127.0.0.1 to a browser and to libcurl, and a name to whoever looks for
/// four numbers (WHATWG URL, section 3.5, "ends in a number"). An escape may hide a letter, or one of another width, which
/// IDNA takes for the same. Pins, cookies and the refusal of plain http would look at one host and the connection go to
/// another, so such a host is refused.
enum Host {
    /// Whether every reader sees the same in it: an address in its one form, or a name that is none in any form.
    static func isPlain(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        (!endsInNumber(host) || isIPv4(host)) && !host.contains(UInt8(ascii: "%"))
    }

    /// Whether its last label is a number, decimal or hexadecimal, so that it is an address of IPv4 or nothing.
    static func endsInNumber(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        let name = host.last == UInt8(ascii: ".") ? host.dropLast() : host[...]
        let start = name.lastIndex(of: UInt8(ascii: ".")).map { name.index(after: $0) } ?? name.startIndex
        let label = name[start...]
        guard label.first?.isDigit == true else { return false }
        if label.allSatisfy(\.isDigit) { return true }
        return label.prefix(2).map(\.lowercasedASCII) == Array("0x".utf8) && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    /// Whether it is four numbers of at most 255, without leading zeros (RFC 3986, section 3.2.2).
    static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
        var (dots, digits, number) = (0, 0, 0)
        for byte in host {
            if byte == UInt8(ascii: ".") {
                guard digits > 0 else { return false }
                (dots, digits, number) = (dots + 1, 0, 0)
            } else {
                guard byte.isDigit, digits == 0 || number > 0 else { return false }
                (digits, number) = (digits + 1, 10 * number + Int(byte - UInt8(ascii: "0")))
                guard number <= 255 else { return false }
            }
        }
        return dots == 3 && digits > 0
    }
}
