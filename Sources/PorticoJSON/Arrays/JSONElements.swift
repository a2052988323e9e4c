#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Portico

/// The elements of an array, decoded one by one while the document arrives.
///
/// ```swift
/// static let mapping: ResponseMapping<JSONElements<Order>> = .elements(at: "data.orders")
///
/// for try await order in try await shop.send(AllOrders()) { … }    // a gigabyte of them in the memory of one
/// ```
///
/// The next bytes are asked for when the next element is: a slow reader slows the server down. What stands around the
/// array is passed over by its brackets and quotes; each element is read as strictly as any document. It is read once;
/// iterators share the bytes, so take one.
///
/// It throws `DecodingError`, with a coding path from the top of the document, for an element that is not as its type
/// wants it, for bytes that are no such array, and for an element beyond the limit; and `TransportError` where the
/// bytes fail. After an error there are no more elements.
public struct JSONElements<Element: Decodable & Sendable>: AsyncSequence, Sendable {
    private let chunks: HTTPChunks
    private let path: [String]
    private let elementLimit: Int
    private let badElements: BadElements
    private let decoder: FastJSONDecoder

    fileprivate init(
        _ chunks: HTTPChunks, _ path: KeyPathText?, _ elementLimit: Int, _ badElements: BadElements,
        _ decoder: FastJSONDecoder
    ) {
        (self.chunks, self.path, self.elementLimit) = (chunks, path?.keys ?? [], Swift.max(elementLimit, 0))
        (self.badElements, self.decoder) = (badElements, decoder)
    }

    /// Reads on from where the bytes are. Iterators share these, so take one.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            chunks: chunks.makeAsyncIterator(), scanner: ElementScanner(path: path, limit: elementLimit),
            path: path.map { PathKey.name($0) }, badElements: badElements, decoder: decoder)
    }

    /// Decodes one element each time it is asked, and asks for bytes only then. It holds one chunk, and of an element that goes
    /// over several what came of it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: HTTPChunks.Iterator
        fileprivate var scanner: ElementScanner
        fileprivate let path: [any CodingKey]
        fileprivate let badElements: BadElements
        fileprivate let decoder: FastJSONDecoder
        private var chunk: Data?
        private var position = 0
        private var count = 0
        private var isOver = false

        fileprivate init(
            chunks: HTTPChunks.Iterator, scanner: ElementScanner, path: [any CodingKey], badElements: BadElements,
            decoder: FastJSONDecoder
        ) {
            (self.chunks, self.scanner, self.path) = (chunks, scanner, path)
            (self.badElements, self.decoder) = (badElements, decoder)
        }

        /// The next element; nil after the last one, and after an error.
        /// - Throws: `DecodingError` for an element that is not as its type wants it, unless such are dropped, for bytes that
        ///   are no such array and for an element beyond the limit; what the bytes throw, `TransportError` for those of an
        ///   answer.
        public mutating func next() async throws -> Element? { try await next(isolation: nil) }

        /// The same on an actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            guard !isOver else { return nil }
            isOver = true
            while true {
                if let chunk {
                    if let element = try element(in: chunk) {
                        isOver = false
                        return element
                    }
                    self.chunk = nil
                }
                guard let next = try await chunks.next(isolation: actor) else {
                    try telling { () throws(ElementScanner.Malformed) in try scanner.finish() }
                    return nil
                }
                (chunk, position) = (next, 0)
            }
        }
    }
}

extension JSONElements.Iterator {
    /// The next element that ends in a chunk.
    private mutating func element(in chunk: Data) throws -> Element? {
        try chunk.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            while true {
                let step = try telling { () throws(ElementScanner.Malformed) in
                    try scanner.next(in: bytes, from: &position)
                }
                guard case .element(let range) = step else { return nil }
                defer { count += 1 }
                do {
                    return try decoded(UnsafeBufferPointer(rebasing: bytes[range]))
                } catch  where badElements == .dropped {
                    continue
                }
            }
        }
    }

    private func decoded(_ rest: UnsafeBufferPointer<UInt8>) throws -> Element {
        let path = path + [PathKey.index(count)]
        if scanner.carried.isEmpty {
            return try decoder.withSession(rest, at: path) { try $0.value(Element.self, at: 0) }
        }
        return try (scanner.carried + rest).withUnsafeBufferPointer { whole in
            try decoder.withSession(whole, at: path) { try $0.value(Element.self, at: 0) }
        }
    }

    private func telling<Value>(_ scan: () throws(ElementScanner.Malformed) -> Value) throws -> Value {
        do throws(ElementScanner.Malformed) {
            return try scan()
        } catch {
            let message = "expected \(error.expected) at byte \(error.offset)"
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: message))
        }
    }
}

extension FastJSONDecoder {
    /// The elements of an array that arrives: the document's own, or one under a path of names.
    /// - Parameters:
    ///   - type: what each element is.
    ///   - chunks: the bytes of the document: of a streamed answer, or of a body.
    ///   - path: the names on the way to the array; the document itself is the array unless given.
    ///   - elementLimit: the most bytes that an element may have, and the most that is held of the document beside a
    ///     chunk; 1 MiB unless given.
    ///   - badElements: what becomes of elements that are not as the type wants them; the first one ends the sequence
    ///     unless given.
    public func elements<Element: Decodable & Sendable>(
        of type: Element.Type, in chunks: HTTPChunks, at path: KeyPathText? = nil, elementLimit: Int = 1 << 20,
        badElements: BadElements = .refused
    ) -> JSONElements<Element> {
        JSONElements(chunks, path, elementLimit, badElements, self)
    }
}

extension ResponseMapping {
    /// The elements of an array in the answer, one by one while it arrives.
    /// - Parameters: those of ``FastJSONDecoder/elements(of:in:at:elementLimit:badElements:)``.
    public static func elements<Element>(
        at path: KeyPathText? = nil, elementLimit: Int = 1 << 20, badElements: BadElements = .refused,
        by decoder: FastJSONDecoder = FastJSONDecoder()
    ) -> Self where Response == JSONElements<Element> {
        ResponseMapping<HTTPResponse>.streamed.map { response in
            let chunks =
                switch response.body {
                case .chunks(let chunks): chunks
                case .bytes(let data): try HTTPBody.bytes(data).chunks()
                }
            return decoder.elements(
                of: Element.self, in: chunks, at: path, elementLimit: elementLimit, badElements: badElements)
        }
    }
}
