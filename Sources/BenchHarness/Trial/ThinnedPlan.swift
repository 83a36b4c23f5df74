import Coalesce

extension TrialPlan {
  /// The plan with about `count` updates, from 5 evenly spaced stretches; the whole plan if it is short or bursty, or
  /// cannot be cut: ordered rows and growing costs depend on earlier updates, and other events have fixed times.
  package func thinned(to count: Int) -> TrialPlan {
    guard updates.count > count, !ordersRows, costs.contentNanoseconds == 0,
      !producers.contains(.delivery), surroundings.stalls.isEmpty, surroundings.scrolling.isEmpty,
      surroundings.offScreen.isEmpty
    else { return self }
    let period = duration.wholeNanoseconds / 5
    let length = UInt64(Double(period) * Double(count) / Double(updates.count))
    var plan = self
    plan.updates = PlannedUpdates()
    for number in 0..<UInt64(5) {
      let start = number * period + (period - length) / 2
      for index in 0..<updates.count {
        let time = updates.intendedNanoseconds[index]
        guard (start..<start + length).contains(time) else { continue }
        let change = updates.change(index)
        plan.updates.append(
          atNanoseconds: number * length + time - start, producer: Int(updates.producer[index]),
          view: Int(updates.view[index]), row: change.row, kind: change.kind,
          position: change.position, isUrgent: updates.isUrgent(index))
      }
    }
    plan.duration = .nanoseconds(5 * length)
    // If updates arrive in bursts, the stretches may miss most updates.
    return plan.updates.count > count / 2 ? plan : self
  }
}
