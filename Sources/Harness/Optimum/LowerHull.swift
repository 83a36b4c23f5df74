/// The lowest of lines that are added in descending order of slope, asked for at ascending places:
/// amortised O(1) a line and a question. A line is named by its number, from 0.
struct LowerHull {
  private var lines: [(slope: Double, intercept: Double, number: Int)] = []
  private var first = 0
  private var added = 0

  init(capacity: Int) { lines.reserveCapacity(capacity) }

  mutating func add(slope: Double, intercept: Double) {
    while lines.count - first >= 2, isHidden(lines[lines.count - 1], slope, intercept) {
      lines.removeLast()
    }
    lines.append((slope, intercept, added))
    added += 1
  }

  /// The number of the lowest line at `place`, which is not before the last place asked for.
  mutating func lowest(at place: Double) -> Int {
    while lines.count - first >= 2, value(first + 1, place) <= value(first, place) { first += 1 }
    return lines[first].number
  }

  private func value(_ index: Int, _ place: Double) -> Double {
    lines[index].slope * place + lines[index].intercept
  }

  /// Whether the last line is nowhere below both its neighbours.
  private func isHidden(
    _ middle: (slope: Double, intercept: Double, number: Int), _ slope: Double,
    _ intercept: Double
  ) -> Bool {
    let before = lines[lines.count - 2]
    return (intercept - before.intercept) * (before.slope - middle.slope)
      <= (middle.intercept - before.intercept) * (before.slope - slope)
  }
}
