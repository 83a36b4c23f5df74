import BenchMath
import Histogram

/// How a trial ended.
package enum Outcome: String, Codable, Sendable, CaseIterable {
  /// Everything was shown.
  case ok
  /// Updates were never shown.
  case lost
  /// Every update was shown, yet the view differs from the model at the end.
  case wrongView = "wrong-view"
  /// The process was ended by a signal, or by itself.
  case crashed
  /// The trial did not end by its deadline.
  case hung
  /// The process took more memory than it may.
  case overMemory = "over-memory"
  /// A thread was still at work after everything had been delivered.
  case leftRunning = "left-running"
  /// The load generator was too late; says nothing of the strategy, and the trial is repeated.
  case void

  /// Whether the strategy is to blame.
  package var isFailure: Bool { self != .ok && self != .void }
}

/// What a trial was for.
package enum TrialPass: String, Codable, Sendable {
  /// Everything but allocations, on the system's allocator.
  case timing
  /// Allocations alone, on an allocator that counts and that changes what is timed.
  case allocations
}

/// Which time a trial ran in.
package enum TimeMode: String, Codable, Sendable {
  /// Real threads, queues and clocks.
  case real
  /// Simulated.
  case virtual
}

/// One row of `trials.csv`: what was run, how it ended, its figures.
package struct TrialRecord: Codable, Sendable {
  /// The strategy's key.
  package var strategy: String
  /// The workload's key.
  package var workload: String
  /// The repetition, from 1.
  package var trial: Int
  /// The seed of the workload.
  package var seed: UInt64
  /// Real or virtual.
  package var time: TimeMode
  /// What it was for.
  package var pass: TrialPass
  /// How it ended.
  package var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  package var detail: String
  /// Whether the strategy's registry entry says beforehand that it ends like this on such a workload;
  /// then it is no failure of the run. Nil for no.
  package var isExpected: Bool?
  /// Figures by metric name; what could not be measured is not in it.
  package var values: [String: Double]
  /// The latencies as (nanoseconds, how many), ascending, to three significant digits.
  package var latencies: [LatencyCount]
  /// What happened in it; nil where nobody asked.
  package var events: [TrialEvent]?

  /// Which trial of its run it is.
  package var identity: TrialIdentity {
    TrialIdentity(
      strategy: strategy, workload: workload, trial: trial, seed: seed, time: time, pass: pass)
  }

  /// Makes the record of a trial that ended.
  init(
    _ trial: TrialIdentity, analysis: TrialAnalysis, counters: TrialCounters, stage: TrialStage,
    expectsDeliveries: Bool, recordsEvents: Bool = false
  ) {
    self.init(trial, outcome: .ok, detail: "")
    if recordsEvents { events = TrialEvent.events(analysis) }
    let metrics: [Metric] = trial.pass == .timing ? .standard : .allocations + .correctness
    for metric in metrics {
      if let value = metric.value(analysis, counters), value.isFinite {
        values[metric.name] = value
      }
    }
    if trial.pass == .timing { latencies = LatencyCount.counts(analysis.latencies) }
    guard expectsDeliveries else {
      values["lost_updates"] = nil
      return
    }
    if analysis.lost > 0 {
      outcome = .lost
      detail = "\(analysis.lost) of \(analysis.submitted) updates were never shown"
      if stage.isKnownToLose {
        isExpected = true
        detail += " (as its registry entry says)"
      }
    } else if !stage.viewsEqualModel() {
      outcome = .wrongView
      detail = "the view differs from the model at the end"
    } else if trial.pass == .timing, let lateness = analysis.voidingLateness {
      outcome = .void
      detail = "the producers were \(FigureText.threeDigits(Double(lateness) / 1e6)) ms late at p99"
    }
  }

  /// Makes the record of a trial that has no figures, or has them from elsewhere.
  package init(
    _ trial: TrialIdentity, outcome: Outcome, detail: String, values: [String: Double] = [:]
  ) {
    strategy = trial.strategy
    workload = trial.workload
    self.trial = trial.trial
    seed = trial.seed
    time = trial.time
    pass = trial.pass
    self.outcome = outcome
    self.detail = detail
    self.values = values
    latencies = []
  }
}

/// Which trial of a run.
package struct TrialIdentity: Codable, Sendable, Hashable {
  /// The strategy's and the workload's key.
  package var strategy: String, workload: String
  /// The repetition, from 1.
  package var trial: Int
  /// The seed of the workload.
  package var seed: UInt64
  /// Real or virtual.
  package var time: TimeMode
  /// What it is for.
  package var pass = TrialPass.timing
  /// For people: "naive on uart".
  package var cell: String { "\(strategy) on \(workload)" }

  /// Names a trial.
  package init(
    strategy: String, workload: String, trial: Int, seed: UInt64, time: TimeMode,
    pass: TrialPass = .timing
  ) {
    self.strategy = strategy
    self.workload = workload
    self.trial = trial
    self.seed = seed
    self.time = time
    self.pass = pass
  }
}

/// How many updates had a latency.
package struct LatencyCount: Codable, Sendable, Equatable {
  /// The latency, to three significant digits.
  package var nanoseconds: UInt64
  /// How many updates had it.
  package var count: UInt64

  /// The latencies, ascending, counted by an HDR histogram.
  static func counts(_ latencies: [UInt64]) -> [LatencyCount] {
    let histogram = LatencyHistogram(latencies.lazy.map { LatencyCount(nanoseconds: $0, count: 1) })
    return histogram?.counts ?? []
  }

  /// The latency that `share` percent of the updates do not exceed; nil where none lies beyond it.
  package static func percentile(_ share: Double, of counts: [LatencyCount]) -> UInt64? {
    let total = Double(counts.reduce(0) { $0 + $1.count })
    if share >= 100 { return counts.last?.nanoseconds }
    guard total * (100 - share) / 100 >= 1 - 1e-6 else { return nil }
    var seen = 0.0
    return counts.first {
      seen += Double($0.count)
      return seen >= total * share / 100
    }?.nanoseconds
  }
}

/// An HDR histogram of latencies.
package struct LatencyHistogram {
  /// The longest, in nanoseconds.
  package let longest: UInt64
  private var histogram: Histogram<UInt64>

  /// Nil where there are none.
  package init?(_ latencies: some Collection<LatencyCount>) {
    guard let longest = latencies.lazy.map(\.nanoseconds).max() else { return nil }
    self.longest = longest
    histogram = Histogram(
      highestTrackableValue: max(2, longest), numberOfSignificantValueDigits: .three)
    for latency in latencies {
      let isRecorded = histogram.record(latency.nanoseconds, count: latency.count)
      precondition(isRecorded, "The histogram was made for the longest latency.")
    }
  }

  /// How many there are.
  package var total: UInt64 { histogram.totalCount }

  /// The latency, in nanoseconds, that so many percent do not exceed.
  package func percentile(_ share: Double) -> UInt64 { histogram.valueAtPercentile(share) }

  /// The latencies, ascending.
  var counts: [LatencyCount] {
    histogram.recordedValues().map { LatencyCount(nanoseconds: $0.value, count: $0.count) }
  }
}
