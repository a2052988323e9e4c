import CCurl
import Portico

extension pc_answer {
    /// The head, or nil where none has come.
    var responseHead: ResponseHead? {
        guard has_head, let head else { return nil }
        let bytes = UnsafeRawBufferPointer(start: head, count: head_count)
        var fields = HTTPFields()
        fields.reserveCapacity(field_count)
        for field in UnsafeBufferPointer(start: self.fields, count: field_count) {
            let name = HTTPField.Name(field.name.text(in: bytes))
            // What described the encoded body goes with its encoding.
            if is_decoded, name == .contentEncoding || name == .contentLength { continue }
            fields.append(name, field.value.text(in: bytes))
        }
        return ResponseHead(status: HTTPStatus(Int(status), reasonPhrase: reason.text(in: bytes)), fields: fields)
    }
}

extension pc_text {
    /// Bytes that are no UTF-8 are read as ISO 8859-1, which fields once were in (RFC 9110, section 5.5).
    fileprivate func text(in head: UnsafeRawBufferPointer) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: head[Int(start)..<Int(start + count)])
        // Nearly every field is ASCII, which this makes text of in a twentieth of the time.
        if is_ascii { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
