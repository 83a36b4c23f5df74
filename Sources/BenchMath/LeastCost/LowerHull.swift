/// The lowest of lines that are added in descending order of slope, asked for at ascending places:
/// amortised O(1).
struct LowerHull: ~Copyable {
  private struct Line {
    let number: Int32
    let fall: Int32
    let intercept: Double
  }

  // Not an array: its checks on every write took a third of the time. Unused memory is never
  // touched, and what lies before `first` is reused, so a few pages do.
  private let lines: UnsafeMutableBufferPointer<Line>
  private var first = 0
  private var end = 0

  /// At most `capacity` lines at once, and no more that were passed, or 256.
  init(capacity: Int) { lines = .allocate(capacity: 2 * capacity + 256) }

  deinit { lines.deallocate() }

  var isEmpty: Bool { first == end }
  /// The first line that may still be the lowest; the greatest number if there is none.
  var firstNumber: Int { isEmpty ? .max : Int(lines[first].number) }

  mutating func removeAll() {
    first = 0
    end = 0
  }

  /// Adds the line `intercept` − `fall` × place. Of two equal falls the lower line stays.
  @inline(__always)
  mutating func add(_ number: Int, fall: Int32, intercept: Double) {
    if end > first, lines[end - 1].fall == fall {
      guard intercept < lines[end - 1].intercept else { return }
      end -= 1
    }
    while end - first >= 2, isLastHidden(by: intercept, fall) { end -= 1 }
    if first >= 256, first >= end - first { moveToFront() }
    precondition(end < lines.count, "There is room for as many lines as were asked for.")
    lines.initializeElement(
      at: end,
      to: Line(number: Int32(truncatingIfNeeded: number), fall: fall, intercept: intercept))
    end += 1
  }

  /// `place` is not before the last one asked for.
  @inline(__always)
  mutating func lowest(at place: Double) -> Int {
    while end - first >= 2, value(first + 1, place) <= value(first, place) { first += 1 }
    return Int(lines[first].number)
  }

  @inline(__always)
  private func value(_ index: Int, _ place: Double) -> Double {
    lines[index].intercept - Double(lines[index].fall) * place
  }

  /// Whether the new line and the one before the last hide the last one.
  @inline(__always)
  private func isLastHidden(by intercept: Double, _ fall: Int32) -> Bool {
    let before = lines[end - 2]
    let last = lines[end - 1]
    return (intercept - before.intercept) * Double(last.fall - before.fall)
      <= (last.intercept - before.intercept) * Double(fall - before.fall)
  }

  /// Moves at most one line for each that was passed.
  private mutating func moveToFront() {
    for index in first..<end { lines[index - first] = lines[index] }
    end -= first
    first = 0
  }
}
