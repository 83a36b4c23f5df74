import Coalesce

extension Property {
  /// The strategy's rule speaks of its own waiting and of deliveries. What the machine adds are two
  /// hops (to a queue or a timer, and to main) and the lateness of a timer.
  static let boundedLatency = Property(
    .boundedLatency, "wait", "An update is shown within the time that the strategy's rule states.",
    .schedules(.plain) { outcome, strategy in
      guard let bound = strategy.entry.latencyBound, let slowest = outcome.seen.slowest else {
        return nil
      }
      let schedule = outcome.schedule
      let delivery = Duration.nanoseconds(Int64(clamping: schedule.cost))
      let lateness = UInt64(max(0, schedule.timerErrors.max() ?? 0))
      let promised = bound(strategy.values, delivery).wholeNanoseconds
      guard slowest.latency > promised + 2 * schedule.hop + lateness else { return nil }
      let taken = Duration.nanoseconds(Int64(clamping: slowest.latency)).text
      return
        "\(slowest.name) took \(taken), promised are \(Duration.nanoseconds(Int64(promised)).text)"
    },
    isPromised: { $0.latencyBound != nil })
}
