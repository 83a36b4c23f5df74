/// What two lists share at their beginnings and ends, by identity.
///
/// Most updates change a few neighbouring rows or append some; comparing identities pairwise costs
/// a small part of what hashing them does.
@usableFromInline
struct SharedEnds {
  /// The rest of the old list.
  @usableFromInline let before: Range<Int>
  /// The rest of the new list.
  @usableFromInline let after: Range<Int>
  /// Old positions of shared rows with new content; ascending.
  @usableFromInline let reloadsAtStart: [Int]
  /// Old positions of shared rows with new content; ascending.
  @usableFromInline let reloadsAtEnd: [Int]

  /// O(n).
  @inlinable
  init<Row: Identifiable & Equatable>(_ old: [Row], _ new: [Row]) {
    var start = 0
    var reloadsAtStart: [Int] = []
    while start < min(old.count, new.count), old[start].id == new[start].id {
      if old[start] != new[start] { reloadsAtStart.append(start) }
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    var reloadsAtEnd: [Int] = []
    while min(oldEnd, newEnd) > start, old[oldEnd - 1].id == new[newEnd - 1].id {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      if old[oldEnd] != new[newEnd] { reloadsAtEnd.append(oldEnd) }
    }
    before = start..<oldEnd
    after = start..<newEnd
    self.reloadsAtStart = reloadsAtStart
    self.reloadsAtEnd = reloadsAtEnd.reversed()
  }
}
