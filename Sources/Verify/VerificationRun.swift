import Coalesce
import Foundation
import Harness

/// What is verified, and how thoroughly.
package struct VerificationSettings: Sendable {
  /// The strategies that ought to keep their promises.
  package var strategies: [Selection<StrategyEntry>]
  /// Those that are there to be caught.
  package var mutants: [Selection<StrategyEntry>]
  /// The seeds of schedules and of real-time rounds; one or more.
  package var seeds: [UInt64]
  /// How many schedules are played for each check and seed.
  package var schedules: Int
  /// Whether nothing is done in real time.
  package var virtualOnly: Bool
  /// How much memory a strategy's process may take, in bytes.
  package var memoryLimitBytes: UInt64
  /// How long one stage may take before it counts as hung; nil for longer than a correct strategy
  /// takes in a debug build.
  package var deadline: Duration?

  /// How many schedules are played where nobody says otherwise.
  package static let defaultSchedules = 300

  /// Makes settings.
  package init(
    strategies: [Selection<StrategyEntry>], mutants: [Selection<StrategyEntry>] = [],
    seeds: [UInt64] = [1], schedules: Int = defaultSchedules, virtualOnly: Bool = false,
    memoryLimitBytes: UInt64 = 4 << 30, deadline: Duration? = nil
  ) {
    self.strategies = strategies
    self.mutants = mutants
    self.seeds = seeds
    self.schedules = schedules
    self.virtualOnly = virtualOnly
    self.memoryLimitBytes = memoryLimitBytes
    self.deadline = deadline
  }

  /// How long one stage of a strategy may take.
  func patience(_ strategy: Selection<StrategyEntry>) -> Duration {
    if let deadline { return deadline }
    let search = Duration.seconds(5) + .milliseconds(10) * schedules * seeds.count
    return max(search, RealTimeStage.patience(strategy) * 2 * seeds.count)
  }
}

/// Verifies strategies, each in a process of its own.
package struct VerificationRun: Sendable {
  private let settings: VerificationSettings
  private let executable: String

  /// How many stages of one strategy may hang or take too much memory before the rest is left out.
  private static let mostWaits = 2

  package init(_ settings: VerificationSettings, executable: String) {
    self.settings = settings
    self.executable = executable
  }

  /// Verifies everything, the mutants last. Whatever a strategy's process leaves running is ended,
  /// and every other child of this process is taken for that: start none meanwhile.
  package func run(onAdvance: @Sendable (Advance) -> Void) async throws -> [StrategyVerification] {
    let folder = try FileManager.makeTemporaryFolder()
    Orphans.adopt()
    defer { try? FileManager.default.removeItem(at: folder) }
    let all =
      settings.strategies.map { (strategy: $0, isMutant: false) }
      + settings.mutants.map { (strategy: $0, isMutant: true) }
    var verifications: [StrategyVerification] = []
    for (done, (strategy, isMutant)) in all.enumerated() {
      onAdvance(Advance(strategy.key, done: done, of: all.count))
      let found = try await results(strategy, folder)
      verifications.append(StrategyVerification(strategy, isMutant: isMutant, found: found))
    }
    return verifications
  }

  /// Starts a process for all stages, and another one for those that are left when a stage ends it.
  private func results(
    _ strategy: Selection<StrategyEntry>, _ folder: URL
  ) async throws -> [PromiseResult] {
    var stages = VerificationStage.stages(of: strategy.entry, virtualOnly: settings.virtualOnly)
    var results = [PromiseResult(promise: .survives, verdict: .pass)]
    var waits = 0
    let patience = settings.patience(strategy)
    while !stages.isEmpty, waits < Self.mostWaits {
      let child = VerificationProcess(
        executable: executable, folder: folder,
        deadline: patience * (1 + stages.reduce(0) { $0 + Int($1.patienceFactor) }),
        memoryLimitBytes: settings.memoryLimitBytes)
      let report = try await child.run(
        VerificationRequest(
          strategy: strategy.key, stages: stages, seeds: settings.seeds,
          schedules: settings.schedules,
          patienceNanoseconds: patience.wholeNanoseconds, parent: getpid()))
      results += report.results
      stages.removeAll { report.done.contains($0) }
      if report.hasWaited { waits += 1 }
    }
    return results
  }
}
