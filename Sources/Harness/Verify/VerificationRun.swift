import Foundation
import Coalesce

/// Verifies strategies, each in a process of its own.
public struct VerificationRun: Sendable {
  private let settings: VerificationSettings
  private let executable: String

  /// How many stages of one strategy may hang or take too much memory before the rest is left out.
  private static let mostWaits = 2

  /// - Parameters:
  ///   - settings: what to verify.
  ///   - executable: the program whose hidden `verify-child` command verifies one strategy: this one.
  public init(_ settings: VerificationSettings, executable: String) {
    self.settings = settings
    self.executable = executable
  }

  /// Verifies everything, the mutants last. Whatever a strategy's process leaves running is ended,
  /// and every other child of this process is taken for that: start none meanwhile.
  /// - Throws: ``HarnessError``.
  public func run(
    onEvent: @Sendable (VerificationEvent) -> Void
  ) async throws -> [StrategyVerification] {
    let folder = try RealTimeRun.makeTemporaryFolder()
    Orphans.adopt()
    defer { try? FileManager.default.removeItem(at: folder) }
    let all =
      settings.strategies.map { (strategy: $0, isMutant: false) }
      + settings.mutants.map { (strategy: $0, isMutant: true) }
    var verifications: [StrategyVerification] = []
    for (done, (strategy, isMutant)) in all.enumerated() {
      onEvent(.began(strategy: strategy.key, done: done, total: all.count))
      let found = try await results(strategy, folder)
      verifications.append(StrategyVerification(strategy, isMutant: isMutant, found: found))
    }
    return verifications
  }

  /// Starts a process for all stages, and another one for those that are left when a stage ends it.
  private func results(
    _ strategy: Selection<StrategyEntry>, _ folder: URL
  ) async throws -> [PropertyResult] {
    var stages = VerificationStage.stages(of: strategy.entry, virtualOnly: settings.virtualOnly)
    var results = [PropertyResult(promise: .survives, verdict: .pass)]
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
