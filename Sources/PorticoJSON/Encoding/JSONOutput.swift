#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes of one `encode`, and which containers are open in them.
///
/// Values are written as they come, with no tree in between. That is right as long as they come in the order of the
/// text, as they do unless someone writes to a container that was left, or opens one again. Then the bytes are
/// read into a ``LateTree``, and the rest is written there.
///
/// Nothing here is checked for exclusive access: no method hands out a reference to a property.
final class JSONOutput {
    let options: FastJSONEncoder.Options
    @exclusivity(unchecked) var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) var count = 0
    @exclusivity(unchecked) private var capacity: Int

    @exclusivity(unchecked) var open: UnsafeMutablePointer<OpenContainer>
    @exclusivity(unchecked) var depth = 0
    @exclusivity(unchecked) private var openCapacity = 8

    /// The keys of the open objects.
    @exclusivity(unchecked) var keys: UnsafeMutablePointer<WrittenKey>
    @exclusivity(unchecked) var keyCount = 0
    @exclusivity(unchecked) private var keyCapacity = 32

    /// The serial of what is written next: a slot that waits for its value, or the innermost container. 0 where a slot
    /// was just filled; -1 in a tree.
    @exclusivity(unchecked) var current: Int
    @exclusivity(unchecked) var lastSerial: Int
    /// The slot that was filled last with a single value.
    @exclusivity(unchecked) var filled = 0
    /// How many values are being encoded within one another.
    @exclusivity(unchecked) var nesting = 0

    @exclusivity(unchecked) var tree: LateTree?
    /// The node of the tree that the bytes are for.
    @exclusivity(unchecked) var lateTarget: Int?
    @exclusivity(unchecked) var disorders = KeyDisorders()
    /// Used again for each object whose keys are looked at.
    @exclusivity(unchecked) var sortable: [SortableMember] = []
    /// In which order the members of objects of the same keys stood last, by a hash of these.
    @exclusivity(unchecked) var orders: [UInt64: [Int32]] = [:]
    /// Serials of slots in values that failed: what is written there goes nowhere.
    @exclusivity(unchecked) var abandoned = SerialRanges()
    /// Where an empty object stands for a slot that was left with no value; ascending.
    @exclusivity(unchecked) var unfilled: [Int] = []
    /// Of calls that cannot throw.
    @exclusivity(unchecked) var failure: EncodingError? {
        didSet { hasFailed = true }
    }
    @exclusivity(unchecked) private(set) var hasFailed = false
    @exclusivity(unchecked) var kinds = ValueKinds()
    @exclusivity(unchecked) var convertedKeys: [String: String] = [:]

    init(_ options: FastJSONEncoder.Options, capacity: Int = 1024) {
        self.options = options
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
        open = .allocate(capacity: openCapacity)
        keys = .allocate(capacity: keyCapacity)
        (current, lastSerial) = (1, 1)
    }

    deinit {
        open.deinitialize(count: depth)
        open.deallocate()
        keys.deallocate()
        bytes.deallocate()
    }

    /// The slot of the whole value.
    var root: Place { Place(self, serial: 1, start: 0, level: 0) }

    /// Makes room for so many bytes.
    @inline(__always)
    func reserve(_ needed: Int) {
        if capacity - count < needed { grow(needed) }
    }

    @inline(never)
    private func grow(_ needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }

    /// Appends a byte for which there is room.
    @inline(__always)
    func put(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    /// Pushes a container for which the depth was checked.
    @inline(__always)
    func push(_ container: OpenContainer) {
        if depth == openCapacity { growOpen() }
        (open + depth).initialize(to: container)
        depth += 1
    }

    @inline(never)
    private func growOpen() {
        let larger = UnsafeMutablePointer<OpenContainer>.allocate(capacity: openCapacity * 2)
        larger.moveInitialize(from: open, count: depth)
        open.deallocate()
        open = larger
        openCapacity *= 2
    }

    @inline(__always)
    func push(_ key: WrittenKey) {
        if keyCount == keyCapacity { growKeys() }
        keys[keyCount] = key
        keyCount += 1
    }

    @inline(never)
    private func growKeys() {
        let larger = UnsafeMutablePointer<WrittenKey>.allocate(capacity: keyCapacity * 2)
        larger.update(from: keys, count: keyCount)
        keys.deallocate()
        keys = larger
        keyCapacity *= 2
    }

    /// The bytes, which are the caller's from now on: this output is empty.
    func taken() -> Data {
        let whole = Data(bytesNoCopy: bytes, count: count, deallocator: .custom { start, _ in start.deallocate() })
        (bytes, count, capacity) = (.allocate(capacity: 1), 0, 1)
        return whole
    }

    /// What `work` appends instead of what there is.
    func replaceBytes(_ work: (UnsafeBufferPointer<UInt8>) -> Void) {
        let (old, oldCount) = (bytes, count)
        (bytes, count) = (.allocate(capacity: oldCount + 64), 0)
        capacity = oldCount + 64
        work(UnsafeBufferPointer(start: old, count: oldCount))
        old.deallocate()
    }
}
