import Coalesce

/// A stretch of a plan that is run instead of the whole.
package struct TrialWindow: Codable, Sendable, Equatable {
  /// In nanoseconds since the plan's start.
  package let startNanoseconds: UInt64, endNanoseconds: UInt64

  package var length: Duration { .nanoseconds(Int64(endNanoseconds - startNanoseconds)) }
}

extension TrialPlan {
  /// Ordered rows and growing costs need all that came before; what deliveries submit follows them.
  package var isDivisible: Bool {
    !ordersRows && costs.contentNanoseconds == 0 && !producers.contains(.delivery)
  }

  package var halves: [TrialPlan]? {
    let end = max(duration.wholeNanoseconds, (updates.intendedNanoseconds.last ?? 0) + 1)
    guard isDivisible else { return nil }
    return [0..<end / 2, end / 2..<end].map { half in
      cut(to: TrialWindow(startNanoseconds: half.lowerBound, endNanoseconds: half.upperBound))
    }
  }

  /// About `count` of its updates: five evenly spread stretches, joined. The whole plan if it is
  /// not longer, or if it is not divisible.
  package func thinned(to count: Int) -> TrialPlan {
    guard updates.count > count, isDivisible, surroundings.stalls.isEmpty,
      surroundings.scrolling.isEmpty, surroundings.offScreen.isEmpty
    else { return self }
    let period = duration.wholeNanoseconds / 5
    let length = UInt64(Double(period) * Double(count) / Double(updates.count))
    var plan = self
    plan.updates = PlannedUpdates()
    for number in 0..<UInt64(5) {
      let start = number * period + (period - length) / 2
      let window = TrialWindow(startNanoseconds: start, endNanoseconds: start + length)
      let part = cut(to: window).updates
      for index in 0..<part.count {
        plan.updates.append(
          atNanoseconds: number * length + part.intendedNanoseconds[index],
          producer: Int(part.producer[index]), view: Int(part.view[index]),
          row: Int(part.row[index]), kind: part.kind[index], isUrgent: part.isUrgent(index))
      }
    }
    plan.duration = .nanoseconds(Int64(5 * length))
    // If all come at once, the stretches may be empty.
    return plan.updates.count > count / 2 ? plan : self
  }

  /// The stretch of `length` with the most updates. Nil if the plan is not much longer, or not
  /// divisible.
  package func busiestWindow(_ length: Duration) -> TrialWindow? {
    let times = updates.intendedNanoseconds
    let length = length.wholeNanoseconds
    guard Double(max(duration.wholeNanoseconds, times.last ?? 0)) > 1.5 * Double(length),
      isDivisible, let first = times.first
    else { return nil }
    var best = (count: 0, start: first)
    var end = 0
    for (index, start) in times.enumerated() {
      while end < times.count, times[end] < start + length { end += 1 }
      if end - index > best.count { best = (end - index, start) }
    }
    return TrialWindow(startNanoseconds: best.start, endNanoseconds: best.start + length)
  }

  /// What happens in `window`, counted from its start.
  package func cut(to window: TrialWindow?) -> TrialPlan {
    guard let window else { return self }
    let range = window.startNanoseconds..<window.endNanoseconds
    var plan = self
    plan.updates = PlannedUpdates()
    for index in 0..<updates.count where range.contains(updates.intendedNanoseconds[index]) {
      let change = updates.change(index)
      plan.updates.append(
        atNanoseconds: updates.intendedNanoseconds[index] - range.lowerBound,
        producer: Int(updates.producer[index]), view: Int(updates.view[index]), row: change.row,
        kind: change.kind, position: change.position, isUrgent: updates.isUrgent(index))
    }
    plan.duration = window.length
    if let first = updates.intendedNanoseconds.first, first < window.startNanoseconds {
      plan.surroundings.workBehindFirstDelivery = 0
    }
    for list in [\Surroundings.stalls, \.scrolling, \.offScreen] {
      plan.surroundings[keyPath: list] = surroundings[keyPath: list].compactMap { interval in
        let overlap = interval.clamped(to: range)
        return overlap.isEmpty
          ? nil : overlap.lowerBound - range.lowerBound..<overlap.upperBound - range.lowerBound
      }
    }
    return plan
  }
}
