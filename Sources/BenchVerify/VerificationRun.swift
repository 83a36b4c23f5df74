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

  /// Of a mutant that is caught in virtual time nothing else is looked at: for each promise that it
  /// breaks in real time it would be waited in vain. One that is not caught in real time is looked at
  /// with more seeds: on a busy machine, threads meet less often.
  private func results(
    _ strategy: Selection<StrategyEntry>, isMutant: Bool, _ folder: URL
  ) async throws -> [PromiseResult] {
    let stages = VerificationStage.stages(of: strategy.entry, in: settings.times)
    // It survives unless a stage says otherwise.
    var results = [PromiseResult(promise: .survives, verdict: .pass)]
    guard isMutant else {
      let found = try await look(at: strategy, stages, folder)
      return try await confirmed(found, strategy, folder).reduce(results) { $0 + $1.results }
    }
    let more = (1...5).map { settings.seeds[0] &+ $0 }
    for (time, seeds) in [
      (TimeMode.virtual, settings.seeds), (.real, settings.seeds), (.real, more),
    ] {
      let isCaught = StrategyVerification(strategy, isMutant: true, found: results).isCaught
      let left = isCaught ? [] : stages.filter { $0.time == time }
      results += try await look(at: strategy, left, folder, seeds: seeds).flatMap(\.results)
    }
    return results
  }

  /// Starts a process for all stages, and another one for those that are left when a stage ends it.
  private func look(
    at strategy: Selection<StrategyEntry>, _ stages: [VerificationStage], _ folder: URL,
    seeds: [UInt64]? = nil, patienceFactor: Int = 1
  ) async throws -> [VerificationProcess.Found] {
    var found: [VerificationProcess.Found] = []
    var waits = 0
    let patience = (settings.deadline ?? .seconds(10)) * patienceFactor
    let seeds = seeds ?? settings.seeds
    var left = stages
    while !left.isEmpty, waits < Self.mostWaits {
      // Far more than they take: each child watches over itself.
      let most = (patience * 10 + .milliseconds(100) * settings.schedules) * seeds.count
      let child = VerificationProcess(
        executable: executable, folder: folder, deadline: most * left.count,
        memoryLimitBytes: settings.memoryLimitBytes)
      let report = try await child.run(
        VerificationJob(
          strategy: strategy.key, stages: left, seeds: seeds, schedules: settings.schedules,
          patienceNanoseconds: patience.wholeNanoseconds, patienceFactor: patienceFactor))
      found += report.found
      left.removeAll { stage in report.found.contains { $0.stage == stage } }
      if report.hasWaited { waits += 1 }
    }
    return found
  }

  /// Looks once more, harder and with twice the patience, at what a busy machine may be to blame for.
  private func confirmed(
    _ found: [VerificationProcess.Found], _ strategy: Selection<StrategyEntry>, _ folder: URL
  ) async throws -> [VerificationProcess.Found] {
    let breaks = strategy.entry.breaks
    let doubtful = found.filter { !$0.doubts(breaks).isEmpty }
    let seed = doubtful.flatMap(\.results).compactMap(\.seed).first ?? settings.seeds[0]
    let again = try await look(
      at: strategy, doubtful.map(\.stage), folder, seeds: (0..<5).map { seed &+ $0 },
      patienceFactor: 2)
    return found.map { first in
      again.first { $0.stage == first.stage }.map { first.held(against: $0, breaks) } ?? first
    }
  }
}
