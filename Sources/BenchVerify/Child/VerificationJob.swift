import BenchHarness

/// Verifies one strategy, and tells what it finds as it finds it.
package struct VerificationJob: ChildJob {
  package static let name = "verification"

  package enum Answer: Codable, Equatable, Sendable {
    case began(VerificationStage)
    case ended(VerificationStage, results: [PromiseResult])
    /// A stage went on without progress, and the process gives up.
    case hung(VerificationStage)
  }

  /// The strategy's key.
  var strategy: String
  /// What to do, in this order.
  var stages: [VerificationStage]
  /// The seeds of schedules and of real-time rounds.
  var seeds: [UInt64]
  /// How many schedules are played for each check and seed.
  var schedules: Int
  /// How long a stage may go without progress before it counts as hung, in nanoseconds.
  var patienceNanoseconds: UInt64

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Answer) throws -> Void
  ) throws {
    let strategy = try Selection.one(strategy, from: registry.strategies + registry.mutants)
    for stage in stages {
      try answer(.began(stage))
      let watch = StageWatch(patienceNanoseconds: patienceNanoseconds) {
        try? answer(.hung(stage))
      }
      let results = results(of: stage, strategy)
      guard watch.end() else { return }
      try answer(.ended(stage, results: results))
    }
  }

  /// For each promise of the stage, what the first seed found that found something.
  private func results(
    of stage: VerificationStage, _ strategy: Selection<StrategyEntry>
  ) -> [PromiseResult] {
    var results: [PromiseResult] = []
    for seed in seeds {
      let found = self.results(of: stage, strategy, seed: seed)
      results = results.isEmpty ? found : zip(results, found).map { $0.verdict == .fail ? $0 : $1 }
      // What does not depend on the seed, or has failed as a whole, is done once.
      if case .memory = stage { break }
      if results.allSatisfy({ $0.verdict != .pass }) { break }
    }
    return results
  }

  /// What the stage finds about each of its promises, in their order.
  private func results(
    of stage: VerificationStage, _ strategy: Selection<StrategyEntry>, seed: UInt64
  ) -> [PromiseResult] {
    switch stage {
    case .search(let promises):
      let checks = [PromiseCheck].all.filter { promises.contains($0.promise) }
      return VirtualSearch(strategy: strategy, schedules: schedules).results(checks, seed: seed)
    case .memory(let time):
      return [MemoryCheck.result(strategy, time: time)]
    case .load, .cancellation, .dropping, .reentry, .announcing:
      let faults = RealTimeStage(strategy, seed: seed).faults(stage)
      return stage.promises.map { promise in
        PromiseResult(
          promise: promise, verdict: faults[promise] == nil ? .pass : .fail,
          detail: faults[promise] ?? "", time: .real, seed: faults[promise].map { _ in seed })
      }
    }
  }
}
