/// One document being decoded: what all its decoders and containers share.
///
/// They are values of two or three words: this and the index of a word on the tape. Where they are in the document is
/// found out from that index, when someone asks or something is wrong.
final class DecodingSession {
    // Each access to these is one load or one store; to have each checked for exclusivity would cost a sixth of all the
    // time.
    @exclusivity(unchecked) private(set) var tape: Tape
    let settings: FastJSONDecoder
    let types = KnownType.table
    /// Whether a key's text is the name of its member.
    let keysAreNames: Bool
    /// Where this document stands in another; empty for a whole one.
    let prefix: [any CodingKey]

    /// The member that a lookup looks at first: types ask for members in the order of the document, mostly. It is a hint
    /// only: the names of a regular object are all different.
    @exclusivity(unchecked) var lastObject = -1
    @exclusivity(unchecked) var nextMember = 0
    @exclusivity(unchecked) var search: MemberSearch
    @exclusivity(unchecked) var snakeCase = SnakeCaseSearch()
    /// The members by the keys that a function has made of their names.
    var customTables: [Int: [ExactName: Int]] = [:]
    /// The objects whose names are data, where other names are converted.
    private var dictionaries: Set<Int> = []
    private var finder = TapePathFinder()

    /// What is kept of the document beyond the decoding, by those who hold on to a decoder.
    private var kept: (bytes: UnsafeMutableBufferPointer<UInt8>, words: UnsafeMutablePointer<UInt64>)?

    init(_ tape: Tape, settings: FastJSONDecoder, prefix: [any CodingKey] = []) {
        (self.tape, self.settings, self.prefix) = (tape, settings, prefix)
        search = MemberSearch(in: tape)
        if case .useDefaultKeys = settings.keyDecodingStrategy { keysAreNames = true } else { keysAreNames = false }
    }

    deinit {
        kept?.bytes.deallocate()
        kept?.words.deallocate()
    }

    /// Copies the document, which is about to go.
    func keepDocument() {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: tape.bytes.count)
        _ = bytes.initialize(fromContentsOf: tape.bytes)
        let words = tape.copyOfWords()
        kept = (bytes, words)
        tape = Tape(bytes: UnsafeBufferPointer(bytes), words: words, count: tape.count)
    }

    /// The names of an object are no keys of a type, and are in coding paths as they are.
    func takeNamesAsData(of object: Int) {
        if !keysAreNames { dictionaries.insert(object) }
    }

    /// The coding path of a value or, of the index behind the name of a member, of that.
    func path(to index: Int) -> [any CodingKey] {
        // A strategy's function may come back to here.
        var finder = finder
        self.finder = TapePathFinder()
        defer { self.finder = finder }
        return prefix
            + finder.path(to: index, in: tape) { text, object, parents in
                switch settings.keyDecodingStrategy {
                case _ where dictionaries.contains(object): PathKey.name(text)
                case .useDefaultKeys: PathKey.name(text)
                case .convertFromSnakeCase: PathKey.name(SnakeCase.camelCased(text))
                case .custom(let convert): convert(prefix + parents + [PathKey.name(text)])
                }
            }
    }
}
