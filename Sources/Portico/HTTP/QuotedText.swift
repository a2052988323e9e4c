extension String {
    /// The text between quotes, those in it and backslashes escaped (RFC 9110, section 5.6.4).
    ///
    /// Byte by byte: a quote with a combining mark after it is one `Character`, and would end the string.
    var quotedText: String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes.asUTF8Text
    }
}
