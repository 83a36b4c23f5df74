import BenchHarness

struct SessionPlan: Sendable {
  private enum Source {
    case made(TrialPlan)
    case recording(Trace, CostModel)
  }

  let workload: String
  var goals: [Goal]?
  private let source: Source

  init(_ workload: String, _ plan: TrialPlan) {
    self.workload = workload
    source = .made(plan)
  }

  init(_ workload: String, _ trace: Trace, _ costs: CostModel) {
    self.workload = workload
    source = .recording(trace, costs)
  }

  /// A recording's plan is made anew each time: keeping thousands takes twice the memory.
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
