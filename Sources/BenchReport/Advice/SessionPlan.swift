import BenchHarness

/// A workload, or a part of one, that candidates are tried on.
struct SessionPlan: Sendable {
  private enum Source {
    case made(TrialPlan)
    case recording(Trace, CostModel)
  }

  let workload: String
  /// The goals as they are judged there; nil before the first trial.
  var goals: [Goal]?
  private let source: Source

  init(_ workload: String, _ plan: TrialPlan) {
    self.workload = workload
    source = .made(plan)
  }

  /// One of several recordings.
  init(_ workload: String, _ trace: Trace, _ costs: CostModel) {
    self.workload = workload
    source = .recording(trace, costs)
  }

  /// Of one of several recordings, it is made each time anew: thousands at once take twice the memory.
  var plan: TrialPlan {
    switch source {
    case .made(let plan): plan
    case .recording(let trace, let costs): trace.plan(costs: costs)
    }
  }

  private var times: [UInt64] {
    switch source {
    case .made(let plan): plan.updates.intendedNanoseconds
    case .recording(let trace, _): trace.times
    }
  }

  var updateCount: Int { times.count }

  /// How many deliveries a second there are, about, where one waits `spacing` nanoseconds for the next.
  func deliveryRate(spacing: UInt64) -> Double {
    var (count, due) = (0.0, 0 as UInt64)
    for time in times where time >= due {
      count += 1
      due = time + spacing
    }
    return count / max(1e-3, Double(times.last ?? 0) / 1e9)
  }

  func thinned(to count: Int) -> SessionPlan {
    updateCount > count ? SessionPlan(workload, plan.thinned(to: count)) : self
  }
}
