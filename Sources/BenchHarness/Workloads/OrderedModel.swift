/// Plans changes in order and tracks the rows, so that each insert, delete and move has a valid position.
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

  mutating func change(_ row: Int, begunAt position: Int, atNanoseconds time: UInt64) {
    updates.append(atNanoseconds: time, row: row, kind: .change, position: position)
  }
}
