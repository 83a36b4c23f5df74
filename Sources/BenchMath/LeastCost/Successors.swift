/// Finds the best predecessor of each place among the earlier places. O(log n) per place. The cost of the step from
/// `first` to `last` obeys the quadrangle inequality: the later `last` is, the more a later `first` saves. So each
/// place is the best predecessor of at most one stretch of places (Galil, Giancarlo, "Speeding up dynamic programming
/// with applications to molecular biology", Theoretical Computer Science 64, 1989).
struct Successors {
  private struct Stretch {
    let place: Int32
    /// The first place whose best predecessor is `place`.
    let start: Int32
  }

  private var stretches: [Stretch] = []
  private var head = 0

  /// The earliest place that may still be the best predecessor; `.max` if no place has been added.
  var first: Int { head < stretches.count ? Int(stretches[head].place) : .max }

  /// Adds `place` as a possible predecessor of later places up to `end`. `place` must ascend from call to call.
  @inline(__always)
  mutating func add(_ place: Int, upTo end: Int, _ cost: (_ first: Int, _ last: Int) -> Double) {
    while let last = stretches.last, stretches.count > head {
      let (other, from) = (Int(last.place), max(Int(last.start), place + 1))
      if cost(place, from) > cost(other, from) {
        guard let start = start(of: place, against: other, after: from, end, cost) else { return }
        return append(place, start)
      }
      stretches.removeLast()
    }
    append(place, place + 1)
  }

  /// The best predecessor of `last`, which must ascend from call to call and come after all places added.
  mutating func best(at last: Int) -> Int {
    while head + 1 < stretches.count, Int(stretches[head + 1].start) <= last { head += 1 }
    return Int(stretches[head].place)
  }

  /// The first position after `low`, up to `end`, at which `place` costs no more than `other`; nil if `other` costs less
  /// throughout, as it does at `low`.
  private func start(
    of place: Int, against other: Int, after low: Int, _ end: Int, _ cost: (Int, Int) -> Double
  ) -> Int? {
    var (low, step) = (low, 1)
    while low + step <= end, cost(place, low + step) > cost(other, low + step) {
      low += step
      step *= 2
    }
    var high = min(low + step, end + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if cost(place, middle) > cost(other, middle) { low = middle } else { high = middle }
    }
    return high <= end ? high : nil
  }

  private mutating func append(_ place: Int, _ start: Int) {
    if head >= 256, head * 2 > stretches.count {
      stretches.removeFirst(head)
      head = 0
    }
    stretches.append(Stretch(place: Int32(place), start: Int32(start)))
  }
}
