/// The lowest of lines that are added in descending order of slope, asked for at ascending places:
/// amortised O(1) a line and a question.
struct LowerHull: ~Copyable {
  private struct Line {
    let number: Int32
    /// How far it falls from one place to the next.
    let fall: Int32
    let intercept: Double
  }

  // Not an array: its checks on every write were a third of the time. What is never written to takes
  // no memory, and what lies before `first` is given back, so that mostly a few pages are.
  private let lines: UnsafeMutableBufferPointer<Line>
  private var first = 0
  private var end = 0

  /// Room for lines that fall in at most so many ways: there are as many of them at once, and no more
  /// that were passed, or 256.
  init(capacity: Int) { lines = .allocate(capacity: 2 * capacity + 256) }

  deinit { lines.deallocate() }

  var isEmpty: Bool { first == end }
  /// The number of the first line that may still be the lowest; the greatest where there is none.
  var firstNumber: Int { isEmpty ? .max : Int(lines[first].number) }

  mutating func removeAll() {
    first = 0
    end = 0
  }

  /// Adds the line `intercept` − `fall` × place. Of two that fall alike, the lower one stays.
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

  /// The number of the lowest line at `place`, which is not before the last place asked for.
  @inline(__always)
  mutating func lowest(at place: Double) -> Int {
    while end - first >= 2, value(first + 1, place) <= value(first, place) { first += 1 }
    return Int(lines[first].number)
  }

  @inline(__always)
  private func value(_ index: Int, _ place: Double) -> Double {
    lines[index].intercept - Double(lines[index].fall) * place
  }

  /// Whether the last line is nowhere below both its neighbours, the next one being the new line.
  @inline(__always)
  private func isLastHidden(by intercept: Double, _ fall: Int32) -> Bool {
    let before = lines[end - 2]
    let last = lines[end - 1]
    return (intercept - before.intercept) * Double(last.fall - before.fall)
      <= (last.intercept - before.intercept) * Double(fall - before.fall)
  }

  /// At most one line is moved for each that was passed.
  private mutating func moveToFront() {
    for index in first..<end { lines[index - first] = lines[index] }
    end -= first
    first = 0
  }
}
