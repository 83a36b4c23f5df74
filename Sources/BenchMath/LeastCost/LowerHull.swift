/// The lowest of lines that are added in descending order of slope, asked for at ascending places:
/// amortised O(1) a line and a question. A line is named by its number, from 0; its slope is minus
/// that number.
struct LowerHull: ~Copyable {
  private struct Line {
    let number: Int32
    let intercept: Double
  }

  // Not an array: its checks on every write were a third of the time. What is never written to takes
  // no memory, and what lies before `first` is given back, so that mostly a few pages are.
  private let lines: UnsafeMutableBufferPointer<Line>
  private var first = 0
  private var end = 0
  private var added = 0
  /// How many lines were moved to the front of the room so far.
  private(set) var moved = 0

  init(capacity: Int) { lines = .allocate(capacity: capacity) }

  deinit { lines.deallocate() }

  mutating func removeAll() {
    first = 0
    end = 0
    added = 0
  }

  @inline(__always)
  mutating func add(intercept: Double) {
    while end - first >= 2, isLastHidden(by: intercept) { end -= 1 }
    if first >= 256, first >= end - first { moveToFront() }
    precondition(end < lines.count, "There is room for as many lines as were asked for.")
    lines.initializeElement(
      at: end, to: Line(number: Int32(truncatingIfNeeded: added), intercept: intercept))
    end += 1
    added += 1
  }

  /// The number of the lowest line at `place`, which is not before the last place asked for.
  @inline(__always)
  mutating func lowest(at place: Double) -> Int {
    while end - first >= 2, value(first + 1, place) <= value(first, place) { first += 1 }
    return Int(lines[first].number)
  }

  @inline(__always)
  private func value(_ index: Int, _ place: Double) -> Double {
    lines[index].intercept - Double(lines[index].number) * place
  }

  /// Whether the last line is nowhere below both its neighbours, the next one being the new line.
  @inline(__always)
  private func isLastHidden(by intercept: Double) -> Bool {
    let before = lines[end - 2]
    let last = lines[end - 1]
    return (intercept - before.intercept) * Double(last.number - before.number)
      <= (last.intercept - before.intercept) * Double(added - Int(before.number))
  }

  /// At most one line is moved for each that was passed.
  private mutating func moveToFront() {
    for index in first..<end { lines[index - first] = lines[index] }
    end -= first
    first = 0
    moved += end
  }
}
