/// A list whose changes are planned one after another, so that each knows the positions of its time.
struct OrderedModel {
  private(set) var rows: [Int] = []
  private(set) var updates = PlannedUpdates()

  mutating func insert(_ row: Int, at position: Int? = nil, atNanoseconds time: UInt64) {
    let position = min(position ?? rows.count, rows.count)
    rows.insert(row, at: position)
    updates.append(atNanoseconds: time, row: row, kind: .insert, position: position)
  }

  mutating func delete(at position: Int, atNanoseconds time: UInt64) {
    let row = rows.remove(at: position)
    updates.append(atNanoseconds: time, row: row, kind: .delete, position: position)
  }

  mutating func move(from: Int, to: Int, atNanoseconds time: UInt64) {
    let row = rows.remove(at: from)
    rows.insert(row, at: min(to, rows.count))
    updates.append(atNanoseconds: time, row: row, kind: .move, position: min(to, rows.count - 1))
  }

  /// A change of `row` that was begun when it was at `position`.
  mutating func change(_ row: Int, begunAt position: Int, atNanoseconds time: UInt64) {
    updates.append(atNanoseconds: time, row: row, kind: .change, position: position)
  }
}
