import BenchHarness
import Coalesce
import Foundation

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
  /// `keep` gets all that is known after each strategy, so that an interruption loses no more than one.
  /// - Throws: ``BenchError``, and what `keep` throws.
  package func run(
    onAdvance: @Sendable (Advance) -> Void,
    keep: @Sendable ([StrategyVerification]) throws -> Void
  ) async throws -> [StrategyVerification] {
    let folder = try FileManager.makeTemporaryFolder()
    Orphans.adopt()
    defer { try? FileManager.default.removeItem(at: folder) }
    let all =
      settings.strategies.map { (strategy: $0, isMutant: false) }
      + settings.mutants.map { (strategy: $0, isMutant: true) }
    var verifications: [StrategyVerification] = []
    for (done, (strategy, isMutant)) in all.enumerated() {
      onAdvance(Advance(strategy.key, done: done, of: all.count))
      let found = try await results(strategy, isMutant: isMutant, folder)
      verifications.append(StrategyVerification(strategy, isMutant: isMutant, found: found))
      try keep(verifications)
    }
    return verifications
  }

  /// Verifies a mutant in real time only if virtual time has not caught it: there each broken promise
  /// would cost a full timeout.
  private func results(
    _ strategy: Selection<StrategyEntry>, isMutant: Bool, _ folder: URL
  ) async throws -> [PromiseResult] {
    let stages = VerificationStage.stages(of: strategy.entry, in: settings.times)
    // It survives unless a stage says otherwise.
    let survives = [PromiseResult(promise: .survives, verdict: .pass)]
    guard isMutant else { return try await survives + look(at: strategy, stages, folder) }
    let virtual = stages.filter { $0.time == .virtual }
    let found = try await survives + look(at: strategy, virtual, folder)
    guard !StrategyVerification(strategy, isMutant: true, found: found).isCaught else {
      return found
    }
    return try await found + look(at: strategy, stages.filter { $0.time == .real }, folder)
  }

  /// Starts a process for all stages, and another one for those that are left when a stage ends it.
  private func look(
    at strategy: Selection<StrategyEntry>, _ stages: [VerificationStage], _ folder: URL
  ) async throws -> [PromiseResult] {
    var results: [PromiseResult] = []
    var waits = 0
    let patience = settings.deadline ?? .seconds(10)
    var left = stages
    while !left.isEmpty, waits < Self.mostWaits {
      // Far more than they take: each child watches over itself.
      let most = (patience * 10 + .milliseconds(100) * settings.schedules) * settings.seeds.count
      let child = VerificationProcess(
        executable: executable, folder: folder, deadline: most * left.count,
        memoryLimitBytes: settings.memoryLimitBytes)
      let report = try await child.run(
        VerificationJob(
          strategy: strategy.key, stages: left, seeds: settings.seeds,
          schedules: settings.schedules, patienceNanoseconds: patience.wholeNanoseconds))
      results += report.results
      left.removeAll(where: report.stages.contains)
      if report.hasWaited { waits += 1 }
    }
    return results
  }
}
