import BenchHarness

/// Verifies one strategy in a child process. Reports the beginning and the end of each stage.
package struct VerificationJob: ChildJob {
  package static let name = "verification"

  package enum Answer: Codable, Equatable, Sendable {
    case began(VerificationStage)
    case ended([PromiseResult])
    /// The stage made no progress, so the process gives up.
    case hung
  }

  var strategy: String
  var stages: [VerificationStage]
  var seeds: [UInt64]
  var schedules: Int
  var patienceNanoseconds: UInt64

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Answer) throws -> Void
  ) throws {
    let strategy = try Selection.one(strategy, from: registry.strategies)
    for stage in stages {
      try answer(.began(stage))
      let watch = StageWatch(patienceNanoseconds: patienceNanoseconds) {
        try? answer(.hung)
      }
      let results = results(of: stage, strategy)
      guard watch.end() else { return }
      try answer(.ended(results))
    }
  }

  /// For each promise of the stage, the failure with the first seed that fails; otherwise, the last seed's result.
  private func results(
    of stage: VerificationStage, _ strategy: Selection<StrategyEntry>
  ) -> [PromiseResult] {
    var results: [PromiseResult] = []
    for seed in seeds {
      let found = self.results(of: stage, strategy, seed: seed)
      results = results.isEmpty ? found : zip(results, found).map { $0.verdict == .fail ? $0 : $1 }
      // Memory does not depend on the seed. Once no promise of the stage passes, more seeds add nothing.
      if case .memory = stage { break }
      if results.allSatisfy({ $0.verdict != .pass }) { break }
    }
    return results
  }

  private func results(
    of stage: VerificationStage, _ strategy: Selection<StrategyEntry>, seed: UInt64
  ) -> [PromiseResult] {
    switch stage {
    case .search(let promises):
      return VirtualSearch(strategy: strategy, schedules: schedules).results(promises, seed: seed)
    case .memory(let time):
      return [MemoryCheck.result(strategy, time: time)]
    case .real(let stage):
      let faults = RealTimeChecks(strategy, seed: seed).faults(stage)
      return stage.promises.map { promise in
        PromiseResult(
          promise: promise, verdict: faults[promise] == nil ? .pass : .fail,
          detail: faults[promise] ?? "", time: .real, seed: faults[promise].map { _ in seed })
      }
    }
  }
}
