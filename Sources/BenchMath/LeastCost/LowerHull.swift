/// Finds the lowest line at a place. Places must ascend; lines must be added by descending slope. Amortised O(1).
struct LowerHull: ~Copyable {
  private struct Line {
    let number: Int32
    let fall: Int32
    let intercept: Double
  }

  // Not an array, whose checks took a third of the time. Unused capacity is never touched, so it takes no memory.
  private let lines: UnsafeMutableBufferPointer<Line>
  private var first = 0
  private var end = 0

  /// Allocates room for `capacity` lines that may still be the lowest, as many that no longer can be, and 256 more.
  init(capacity: Int) { lines = .allocate(capacity: 2 * capacity + 256) }

  deinit { lines.deallocate() }

  var isEmpty: Bool { first == end }
  /// The number of the first line that may still be the lowest; `.max` if there are no lines.
  var firstNumber: Int { isEmpty ? .max : Int(lines[first].number) }

  /// Adds the line `intercept` − `fall` × place. Of two lines with the same fall, only the lower is kept.
  @inline(__always)
  mutating func add(_ number: Int, fall: Int32, intercept: Double) {
    if end > first, lines[end - 1].fall == fall {
      guard intercept < lines[end - 1].intercept else { return }
      end -= 1
    }
    while end - first >= 2, isLastHidden(by: intercept, fall) { end -= 1 }
    if first >= 256, first >= end - first {
      _ = lines.update(fromContentsOf: lines[first..<end])
      (first, end) = (0, end - first)
    }
    precondition(end < lines.count, "The lines exceed the capacity.")
    lines.initializeElement(
      at: end,
      to: Line(number: Int32(truncatingIfNeeded: number), fall: fall, intercept: intercept))
    end += 1
  }

  /// The number of the lowest line at `place`, which must ascend from call to call.
  @inline(__always)
  mutating func lowest(at place: Double) -> Int {
    while end - first >= 2, value(first + 1, place) <= value(first, place) { first += 1 }
    return Int(lines[first].number)
  }

  private func value(_ index: Int, _ place: Double) -> Double {
    lines[index].intercept - Double(lines[index].fall) * place
  }

  /// Whether the new line and the second-to-last line hide the last line.
  private func isLastHidden(by intercept: Double, _ fall: Int32) -> Bool {
    let before = lines[end - 2]
    let last = lines[end - 1]
    return (intercept - before.intercept) * Double(last.fall - before.fall)
      <= (last.intercept - before.intercept) * Double(fall - before.fall)
  }
}
