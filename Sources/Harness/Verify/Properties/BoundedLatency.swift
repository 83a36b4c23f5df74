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
      let delivery = Duration.nanoseconds(Int64(clamping: outcome.schedule.cost))
      let promised = bound(strategy.values, delivery).wholeNanoseconds
      guard slowest.latency > promised + outcome.tolerance else { return nil }
      let taken = Duration.nanoseconds(Int64(clamping: slowest.latency)).text
      return
        "\(slowest.name) took \(taken), promised are \(Duration.nanoseconds(Int64(promised)).text)"
    },
    isPromised: { $0.latencyBound != nil })
}
