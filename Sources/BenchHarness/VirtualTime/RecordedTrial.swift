/// A trial made from a coalescer's recording, instead of a simulation.
package enum RecordedTrial {
  /// Evaluates the recorded deliveries of a trace. `costs` are the recorded ones, if the recording has them.
  ///
  /// The view reads its model when a layout commit begins, as the headless view does: a delivery shows every update
  /// submitted until then, and shows it when the commit is over. A commit that was not timed is assumed to follow the
  /// handler at once and to cost what `costs` say. Updates that no recorded delivery shows do not count: the recording
  /// ended before them.
  package static func record(
    _ id: Trial.ID, _ trace: Trace, costs: CostModel, only metrics: [Metric]? = nil
  ) -> Trial {
    var trial = Trial(id, outcome: .ok, detail: "")
    let analysis = TrialAnalysis(log(trace, costs: costs), isBrief: metrics != nil)
    trial.measure(analysis, only: metrics)
    return trial
  }

  static func log(_ trace: Trace, costs: CostModel) -> TrialLog {
    let times = trace.times
    var log = TrialLog(
      // A coalescer serves one view.
      updates: PlannedUpdates(at: times), viewCount: 1,
      updatesByProducer: [Array(0..<Int32(times.count))], isThreaded: [true])
    (log.costs, log.deliveryKind, log.turnsAreWork) = (costs, .reload, true)
    (log.intended, log.actual) = (times, times)
    log.length = trace.plan(costs: costs).lengthNanoseconds
    let shown = log.addDeliveries(trace.deliveries)
    log.end = max(log.length, log.turns.last?.end ?? 0)
    for index in shown..<times.count { log.actual[index] = TrialLog.never }
    return log
  }
}

extension TrialLog {
  /// The longest time between a handler and its layout commit in one turn.
  private static let gap: UInt64 = 100_000

  /// Adds recorded deliveries and the turns that they make: a handler with the layout commit after it, or each alone if
  /// the main thread did other work between them. Returns how many updates they show.
  fileprivate mutating func addDeliveries(_ recorded: [RecordedDelivery]) -> Int {
    var (count, waiting, isOver) = (0, 0, true)
    for (place, next) in recorded.enumerated() {
      // A delivery at an assumed cost waits until the one before it is over.
      let start = next.handler == nil ? max(next.start, turns.last?.end ?? 0) : next.start
      let end = start + (next.handler ?? costs.reloadNanoseconds)
      addWork(start, end, &isOver)
      deliveries.append(Delivery(start: start, end: end, applied: -1, view: 0, core: -1))
      let following = place + 1 < recorded.count ? recorded[place + 1] : nil
      // Several deliveries of a turn share its layout commit.
      if let layout = next.layout, following?.layout == layout { continue }
      let layout = next.layout ?? end..<end + costs.layoutNanoseconds
      addWork(layout.lowerBound, layout.upperBound, &isOver)
      isOver = true
      for index in waiting...place where !recorded[index].isFailed {
        deliveries[index].shown = turns[turns.count - 1].end
        while count < updates.count, intended[count] <= layout.lowerBound { count += 1 }
        commits.append(Commit(shownBy: Int32(turns.count - 1), view: 0))
        shown.append(Int32(count))
      }
      waiting = place + 1
    }
    return count
  }

  /// Adds work to the last turn, or to a new one if that is over or was followed by other work.
  private mutating func addWork(_ start: UInt64, _ end: UInt64, _ isOver: inout Bool) {
    let last = turns.last?.end ?? 0
    if !isOver, start <= last + Self.gap {
      turns[turns.count - 1].end = max(last, end)
    } else {
      let start = max(start, last)
      turns.append(Turn(start: start, end: max(start, end)))
    }
    isOver = false
  }
}
