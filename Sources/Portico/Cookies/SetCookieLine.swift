/// Takes apart the `Set-Cookie` values that a transport has joined with commas.
///
/// A comma also stands inside of the date of `Expires`, and may stand in a value. So a new cookie begins only at a
/// comma behind which there is `name=`, a token and an equals sign, before any semicolon, comma or space within the
/// name (RFC 6265, section 4.1.1). No date looks like that.
package enum SetCookieLine {
    package static func split(_ joined: String) -> [String] {
        let bytes = Array(joined.utf8)
        var cookies: [String] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: ",") && beginsCookie(bytes[(index + 1)...]) {
            cookies.append(text(bytes[start..<index]))
            start = index + 1
        }
        return cookies + [text(bytes[start...])]
    }

    private static func beginsCookie(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.drop(while: \.isOptionalWhitespace)
        guard let end = name.firstIndex(where: { !$0.isTokenByte }) else { return false }
        return end > name.startIndex && name[end] == UInt8(ascii: "=")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.trimmingOptionalWhitespace, as: UTF8.self)
    }
}
