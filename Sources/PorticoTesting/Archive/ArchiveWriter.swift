import Portico

/// Writes the JSON of an archive: the same archive is always the same bytes, with a line for each value, so that two
/// versions of a file can be compared line by line.
struct ArchiveWriter {
    private(set) var bytes: [UInt8] = []
    private let limit: Int
    private var depth = 0
    /// How many of the open objects, from some outer one on, are written in one line.
    private var inlineDepth = 0
    private var isFirst = true

    init(limit: Int) { self.limit = limit }

    /// Whether all that was written fits.
    var isWithinLimit: Bool { bytes.count <= limit }

    /// An object: the value of a member, or, where there is no name, an element.
    mutating func object(_ name: String? = nil, isInline: Bool = false, _ members: (inout ArchiveWriter) -> Void) {
        container(name, "{", "}", isInline: isInline, members)
    }

    mutating func array<Element>(
        _ name: String, _ elements: [Element], _ element: (inout ArchiveWriter, Element) -> Void
    ) {
        guard !elements.isEmpty else {
            begin(name)
            bytes += "[]".utf8
            return
        }
        container(name, "[", "]", isInline: false) { writer in
            for value in elements {
                guard writer.isWithinLimit else { return }
                element(&writer, value)
            }
        }
    }

    /// Left out where there is none.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(text: value)
    }

    mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        begin(name)
        bytes += "\(value)".utf8
    }

    mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        bytes += (value ? "true" : "false").utf8
    }

    /// To the thousandth; what is no number is 0.
    mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        begin(name)
        let rounded = (value * 1000).rounded() / 1000
        if let whole = Int(exactly: rounded) {
            bytes += "\(whole)".utf8
        } else {
            bytes += (rounded.isFinite ? "\(rounded)" : "0").utf8
        }
    }
}

extension ArchiveWriter {
    private mutating func container(
        _ name: String?, _ opening: String, _ closing: String, isInline: Bool, _ content: (inout ArchiveWriter) -> Void
    ) {
        begin(name)
        bytes += opening.utf8
        depth += 1
        let outer = inlineDepth
        if isInline || inlineDepth > 0 { inlineDepth += 1 }
        isFirst = true
        content(&self)
        depth -= 1
        if !isFirst { breakLine() }
        inlineDepth = outer
        isFirst = false
        bytes += closing.utf8
    }

    private mutating func begin(_ name: String?) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
        isFirst = false
        guard let name else { return }
        append(text: name)
        bytes += ": ".utf8
    }

    private mutating func breakLine() {
        guard inlineDepth == 0 else { return bytes.append(0x20) }
        bytes.append(0x0A)
        bytes += repeatElement(0x20, count: 2 * depth)
    }

    /// Controls, quotes and backslashes escaped, and nothing else.
    private mutating func append(text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
                bytes += utf8[start..<index]
                appendEscape(of: byte)
                start = index + 1
            }
            bytes += utf8[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case 0x0A: bytes += #"\n"#.utf8
        case 0x0D: bytes += #"\r"#.utf8
        case 0x09: bytes += #"\t"#.utf8
        case 0x22, 0x5C: bytes += [0x5C, byte]
        default: bytes += (#"\u00"# + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
        }
    }
}
