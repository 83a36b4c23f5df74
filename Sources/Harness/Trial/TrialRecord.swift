import Histogram

/// How a trial ended.
public enum Outcome: String, Codable, Sendable, CaseIterable {
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
  public var isFailure: Bool { self != .ok && self != .void }
}

/// What a trial was for.
public enum TrialPass: String, Codable, Sendable {
  /// Everything but allocations, on the system's allocator.
  case timing
  /// Allocations alone, on an allocator that counts and that changes what is timed.
  case allocations
}

/// Which time a trial ran in.
public enum TimeMode: String, Codable, Sendable {
  /// Real threads, queues and clocks.
  case real
  /// Simulated.
  case virtual
}

/// One row of `trials.csv`: what was run, how it ended, its figures.
public struct TrialRecord: Codable, Sendable {
  /// The strategy's key.
  public var strategy: String
  /// The workload's key.
  public var workload: String
  /// The repetition, from 1.
  public var trial: Int
  /// The seed of the workload.
  public var seed: UInt64
  /// Real or virtual.
  public var time: TimeMode
  /// What it was for.
  public var pass: TrialPass
  /// How it ended.
  public var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  public var detail: String
  /// Whether the strategy's registry entry says beforehand that it ends like this on such a workload;
  /// then it is no failure of the run. Nil for no.
  public var isExpected: Bool?
  /// Figures by metric name; what could not be measured is not in it.
  public var values: [String: Double]
  /// The latencies as (nanoseconds, how many), ascending, to three significant digits.
  public var latencies: [LatencyCount]
  /// What happened in it; nil where nobody asked.
  public var events: [TrialEvent]?

  /// Which trial of its run it is.
  public var identity: TrialIdentity {
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
      detail = "the producers were \(Double(lateness) / 1e6) ms late at p99"
    }
  }

  /// Makes the record of a trial that has no figures.
  init(_ trial: TrialIdentity, outcome: Outcome, detail: String) {
    strategy = trial.strategy
    workload = trial.workload
    self.trial = trial.trial
    seed = trial.seed
    time = trial.time
    pass = trial.pass
    self.outcome = outcome
    self.detail = detail
    values = [:]
    latencies = []
  }
}

/// Which trial of a run.
public struct TrialIdentity: Codable, Sendable, Hashable {
  /// The strategy's and the workload's key.
  public var strategy: String, workload: String
  /// The repetition, from 1.
  public var trial: Int
  /// The seed of the workload.
  public var seed: UInt64
  /// Real or virtual.
  public var time: TimeMode
  /// What it is for.
  public var pass = TrialPass.timing
}

/// How many updates had a latency.
public struct LatencyCount: Codable, Sendable, Equatable {
  /// The latency, to three significant digits.
  public var nanoseconds: UInt64
  /// How many updates had it.
  public var count: UInt64

  /// The latencies, counted by an HDR histogram.
  static func counts(_ latencies: [UInt64]) -> [LatencyCount] {
    guard var histogram = Self.histogram(upTo: latencies.last) else { return [] }
    for latency in latencies {
      let isRecorded = histogram.record(latency)
      precondition(isRecorded, "The histogram was made for the longest latency.")
    }
    return histogram.recordedValues().map { LatencyCount(nanoseconds: $0.value, count: $0.count) }
  }

  /// The latency that `share` percent of the updates do not exceed; nil where none lies beyond it.
  static func percentile(_ share: Double, of counts: [LatencyCount]) -> UInt64? {
    let total = Double(counts.reduce(0) { $0 + $1.count })
    if share >= 100 { return counts.last?.nanoseconds }
    guard total * (100 - share) / 100 >= 1 - 1e-6 else { return nil }
    var seen = 0.0
    return counts.first {
      seen += Double($0.count)
      return seen >= total * share / 100
    }?.nanoseconds
  }

  /// An empty histogram that takes values up to `longest`; nil where there is none.
  static func histogram(upTo longest: UInt64?) -> Histogram<UInt64>? {
    longest.map {
      Histogram(highestTrackableValue: max(2, $0), numberOfSignificantValueDigits: .three)
    }
  }
}
