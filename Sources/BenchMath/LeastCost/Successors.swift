/// Finds, for each place, the best of the places before it to come from. O(log n) a place.
///
/// The cost of coming from `first` to `last` obeys the quadrangle inequality: the longer the way, the less a late start
/// matters. So each place is the best for one stretch (Galil, Giancarlo, "Speeding up dynamic programming with
/// applications to molecular biology", Theoretical Computer Science 64, 1989).
struct Successors {
  private struct Stretch {
    let place: Int32
    /// The first place for which it is the best.
    let start: Int32
  }

  private var stretches: [Stretch] = []
  private var head = 0

  /// The earliest place that may still be the best; `.max` without one.
  var first: Int { head < stretches.count ? Int(stretches[head].place) : .max }

  /// Adds `place`, which ascends from call to call, for the later places up to `end`.
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

  /// `last` ascends from call to call, and is after the places added.
  mutating func best(at last: Int) -> Int {
    while head + 1 < stretches.count, Int(stretches[head + 1].start) <= last { head += 1 }
    return Int(stretches[head].place)
  }

  /// The first place after `low` for which `place` is not worse than `other`, which is better for `low`.
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
