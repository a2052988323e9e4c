/// A host of a URL that is no address of IPv6, by its bytes.
///
/// `0x7f.1`, `2130706433`, `0177.0.0.1` and `127.0.0.%31` are all 127.0.0.1 to a browser and to libcurl, and a name to
/// whoever looks for four numbers. Pins, cookies and the refusal of plain http would look at one host and the connection go to
/// another, so such a host is refused (WHATWG URL, section 3.5, "ends in a number").
enum Host {
    /// Whether every reader sees the same in it: an address in its one form, or a name that is none in any form.
    static func isPlain(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        (!endsInNumber(host) || isIPv4(host)) && !escapesASCII(host)
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
        let numbers = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { isNumber($0) }
    }

    private static func isNumber(_ digits: some Collection<UInt8>) -> Bool {
        guard (1...3).contains(digits.count), digits.allSatisfy(\.isDigit) else { return false }
        guard digits.count == 1 || digits.first != UInt8(ascii: "0") else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
    }

    /// Whether it hides a byte of ASCII, or begins an escape that is none. Those above are a name's in another script.
    private static func escapesASCII(_ host: some Collection<UInt8>) -> Bool {
        var rest = host[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[rest.index(after: percent)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let first = digits.first,
                first >= UInt8(ascii: "8")
            else { return true }
            rest = rest[digits.endIndex...]
        }
        return false
    }
}
