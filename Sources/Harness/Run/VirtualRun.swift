/// Runs trials in virtual time: exact, so one trial a cell.
public struct VirtualRun {
  private let settings: RunSettings

  /// - Throws: ``HarnessError/realTimeOnly(names:)``.
  public init(_ settings: RunSettings) throws {
    let realTimeOnly =
      settings.strategies.filter(\.entry.isRealTimeOnly).map(\.key)
      + settings.workloads.filter(\.entry.isRealTimeOnly).map(\.key)
    guard realTimeOnly.isEmpty else { throw HarnessError.realTimeOnly(names: realTimeOnly) }
    self.settings = settings
  }

  /// What a run in virtual time found, and how fast it was simulated.
  public struct Result: Sendable {
    /// A record for each cell.
    public let records: [TrialRecord]
    /// How many updates were simulated.
    public let updates: Int
    /// How long the simulation itself took, without making workloads and working through logs.
    public let simulation: Duration
  }

  /// Runs every strategy on every workload, in the order of the lists.
  /// - Throws: ``HarnessError``, and what `onEvent` throws, which ends the run.
  public func run(onEvent: (RunEvent) throws -> Void = { _ in }) throws -> Result {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .virtual).trials
    var records: [TrialRecord] = []
    var updates = 0
    var simulation = Duration.zero
    for (done, trial) in trials.enumerated() {
      guard let plan = plans[trial.workload.key] else { continue }
      try onEvent(.began(trial.identity, done: done, total: trials.count, secondsLeft: nil))
      let start = ContinuousClock.now
      let (stage, log, isOver) = VirtualTrial.play(
        plan: plan, strategy: trial.strategy, hop: settings.hop)
      simulation += ContinuousClock.now - start
      updates += plan.updates.count
      var record = TrialRecord(
        trial.identity, analysis: TrialAnalysis(log), counters: TrialCounters(), stage: stage,
        expectsDeliveries: trial.strategy.entry.delivery != .none,
        recordsEvents: settings.recordsEvents(of: trial.identity, after: records))
      if !isOver, !record.outcome.isFailure {
        let pending = stage.pendingCount
        record.outcome = pending > 0 ? .lost : .leftRunning
        record.detail =
          pending > 0
          ? "\(pending) updates were still pending an hour later"
          : "something still went on an hour after everything had been delivered"
      }
      records.append(record)
      try onEvent(.ended(record))
    }
    return Result(records: records, updates: updates, simulation: simulation)
  }
}
