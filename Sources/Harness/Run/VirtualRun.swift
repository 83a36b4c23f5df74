import Strategies

/// Runs trials in virtual time: exact, so one trial a cell.
public struct VirtualRun {
  private let settings: RunSettings

  /// - Throws: ``HarnessError/realTimeOnly(names:)``.
  public init(_ settings: RunSettings) throws {
    let realTimeOnly = settings.workloads.filter(\.entry.isRealTimeOnly).map(\.key)
    guard realTimeOnly.isEmpty else { throw HarnessError.realTimeOnly(names: realTimeOnly) }
    self.settings = settings
  }

  /// Runs every strategy on every workload, in the order of the lists.
  /// - Throws: ``HarnessError``.
  public func run(onEvent: (RunEvent) -> Void = { _ in }) throws -> [TrialRecord] {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .virtual, shuffles: false).trials
    return trials.enumerated().compactMap { done, trial in
      guard let plan = plans[trial.workload.key] else { return nil }
      onEvent(.began(trial.identity, done: done, total: trials.count, secondsLeft: nil))
      return VirtualTrial.run(
        trial.identity, plan: plan, strategy: trial.strategy, hop: settings.hop)
    }
  }
}
