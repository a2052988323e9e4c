/// What differs between two texts, line by line.
enum LineDifference {
    /// Lines of more than these are compared as one piece.
    static let limit = 2000
    /// A longer line is shown around the place where it differs.
    static let width = 200

    /// `- ` before what is gone, `+ ` before what is new, two spaces before what is in both.
    static func text(from old: [Substring], to new: [Substring]) -> String {
        var (gone, added) = (Set<Int>(old.indices), Set<Int>(new.indices))
        if old.count <= limit, new.count <= limit {
            (gone, added) = ([], [])
            for change in new.difference(from: old) {
                switch change {
                case .remove(let offset, _, _): gone.insert(offset)
                case .insert(let offset, _, _): added.insert(offset)
                }
            }
        }
        var lines: [String] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, gone.contains(left) {
                let partner = right < new.count && added.contains(right) ? new[right] : ""
                lines.append("- " + excerpt(old[left], besides: partner))
                // The line that takes its place follows at once.
                if !partner.isEmpty || right < new.count && added.contains(right) {
                    lines.append("+ " + excerpt(new[right], besides: old[left]))
                    right += 1
                }
                left += 1
            } else if right < new.count, added.contains(right) {
                lines.append("+ " + excerpt(new[right], besides: ""))
                right += 1
            } else {
                lines.append("  " + excerpt(new[right], besides: new[right]))
                left += 1
                right += 1
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A line, or of a long one what stands around the place where it differs from another.
    private static func excerpt(_ line: Substring, besides other: Substring) -> String {
        guard line.utf8.count > width else { return String(line) }
        let common = zip(line, other).prefix { $0 == $1 }.count
        let start = line.index(line.startIndex, offsetBy: max(0, min(common - width / 4, line.count - width)))
        let end = line.index(start, offsetBy: width, limitedBy: line.endIndex) ?? line.endIndex
        return (start > line.startIndex ? "…" : "") + line[start..<end] + (end < line.endIndex ? "…" : "")
    }
}
