import BenchHarness

struct SessionPlan: Sendable {
  let workload: String
  let times: [UInt64]
  /// Makes a recording's plan at each call, because keeping thousands of plans would double the memory use.
  let make: @Sendable () -> TrialPlan
  /// Evaluates the recorded deliveries; nil if none were recorded.
  var recorded: (@Sendable (Trial.ID, [Metric]) -> Trial)?

  func deliveryRate(spacing: UInt64) -> Double {
    var (count, due) = (0.0, 0 as UInt64)
    for time in times where time >= due {
      count += 1
      due = time + spacing
    }
    return count / max(1e-3, Double(times.last ?? 0) / 1e9)
  }

  func thinned(to count: Int) -> SessionPlan {
    times.count > count ? SessionPlan(workload, make().thinned(to: count)) : self
  }
}

extension SessionPlan {
  init(_ workload: String, _ plan: TrialPlan) {
    self.init(workload: workload, times: plan.updates.intendedNanoseconds) { plan }
  }

  /// If the user gave the cost of a reload, recorded deliveries take that, too, to be comparable.
  init(_ workload: String, _ trace: Trace, costs: CostModel, isGiven: Bool) {
    self.init(workload: workload, times: trace.times) { trace.plan(costs: costs) }
    guard !trace.deliveries.isEmpty else { return }
    let deliveries = isGiven ? trace.deliveries.map(\.untimed) : trace.deliveries
    let recording = Trace(trace.updates, deliveries: deliveries)
    recorded = { RecordedTrial.record($0, recording, costs: costs, only: $1) }
  }
}
