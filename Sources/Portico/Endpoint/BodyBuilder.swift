#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the body of a call of its parameters, in the endpoint's format.
struct BodyBuilder {
    let format: BodyFormat
    /// The client's, for `.json`.
    let encoder: any BodyEncoder
    let style: ResolvedStyle

    func body(of parameters: RequestParameters) throws(InvalidRequest) -> HTTPBody {
        do {
            if let value = parameters.body {
                if !parameters.bodyFields.isEmpty {
                    throw ParameterProblem("both a @Body and the member '\(parameters.bodyFields[0].name)' of one")
                }
                return try whole(value)
            }
            guard parameters.hasBody else { return .none }
            return try members(parameters.bodyFields)
        } catch let error as InvalidRequest {
            throw error
        } catch {
            throw InvalidRequest(.body, ParameterProblem(error).message)
        }
    }

    /// A value that is the whole body.
    private func whole(_ value: any Encodable) throws -> HTTPBody {
        if let body = value as? HTTPBody { return body }
        if let form = value as? Multipart { return .multipart(form) }
        let value = try inOrder(value)
        switch format.kind {
        case .json:
            return .bytes(try encoder.encode(value), mediaType: encoder.mediaType)
        case .encoder(let encoder):
            return .bytes(try encoder.encode(value), mediaType: encoder.mediaType)
        case .bytes(let mediaType):
            if let data = value as? Data { return .bytes(data, mediaType: mediaType) }
            if let text = value as? String { return .bytes(Data(text.utf8), mediaType: mediaType) }
            throw ParameterProblem("the format is bytes, but the @Body is \(type(of: value)), not Data or String")
        case .file(let mediaType):
            guard let url = value as? URL else {
                throw ParameterProblem("the format is a file, but the @Body is \(type(of: value)), not URL")
            }
            return .file(url, mediaType: mediaType)
        case .form, .multipart:
            return try members(try taken(apart: value))
        }
    }

    /// The members of a value with properties.
    private func taken(apart value: any Encodable) throws -> [BodyField] {
        let encoder = ParameterEncoder(keys: style.keys)
        try encoder.encode(value)
        guard case .object(let members) = encoder.value else {
            throw ParameterProblem("a form is made of names and values, but the @Body is \(type(of: value))")
        }
        return members.map { BodyField(name: $0.key, content: .parameter($0.value, style)) }
    }

    private func members(_ fields: [BodyField]) throws -> HTTPBody {
        switch format.kind {
        case .json:
            return .bytes(try encoder.encode(EncodedFields(fields: fields)), mediaType: encoder.mediaType)
        case .encoder(let encoder):
            return .bytes(try encoder.encode(EncodedFields(fields: fields)), mediaType: encoder.mediaType)
        case .form:
            return .bytes(Data(try form(fields)), mediaType: .formURLEncoded)
        case .multipart:
            return .multipart(try multipart(fields))
        case .bytes, .file:
            throw fields.first?.invalid("a member of a body, but the format is bytes or a file")
                ?? ParameterProblem("the format is bytes or a file, but there is no @Body")
        }
    }

    private func form(_ fields: [BodyField]) throws -> [UInt8] {
        var items: [QueryItem] = []
        for field in fields {
            let (value, style) = try parameter(field)
            try naming(field) { try value.appendItems(field.name, style, isForm: true, to: &items) }
        }
        return Self.joined(items, for: .form)
    }

    private func multipart(_ fields: [BodyField]) throws -> Multipart {
        var form = Multipart()
        for field in fields {
            if case .files(let files) = field.content {
                for file in files { form.append(file.part(named: field.name)) }
                continue
            }
            let (value, style) = try parameter(field)
            var items: [QueryItem] = []
            switch value {
            case .data(let data):
                form.append(.bytes(data, name: field.name))
            case .array(let elements) where style.arrays.delimiter == nil && elements.allSatisfy(\.isData):
                for (index, element) in elements.enumerated() {
                    guard case .data(let data) = element else { continue }
                    form.append(.bytes(data, name: style.arrays.name(of: field.name, index)))
                }
            default:
                try naming(field) { try value.appendItems(field.name, style, to: &items) }
            }
            for item in items { form.append(.text(item.value ?? "", name: item.name)) }
        }
        return form
    }

    /// The value of a member in a style; one that a mapper gave is encoded first.
    private func parameter(_ field: BodyField) throws -> (ParameterValue, ResolvedStyle) {
        switch field.content {
        case .parameter(let value, let style): return (value, style)
        case .encodable(let value):
            let encoder = ParameterEncoder(keys: style.keys)
            try naming(field) { try encoder.encode(value) }
            return (encoder.value, style)
        case .files:
            throw field.invalid("a file, which only a multipart endpoint can send")
        }
    }

    private func naming(_ field: BodyField, _ operation: () throws -> Void) throws {
        do { try operation() } catch { throw field.invalid(ParameterProblem(error).message) }
    }

    /// Items as a query or a form has them.
    static func joined(_ items: [QueryItem], for place: PercentEncoding.Place) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            item.append(to: &bytes, for: place)
        }
        return bytes
    }
}
