import BenchMath

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
