import Foundation
import Strategies

/// Verifies strategies, each in a process of its own.
public struct VerificationRun: Sendable {
  private let settings: VerificationSettings
  private let executable: String

  /// How many stages of one strategy may end its process before the rest is left out.
  private static let mostInterruptions = 3

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
    var interruptions = 0
    while !stages.isEmpty, interruptions < Self.mostInterruptions {
      let child = VerificationProcess(
        executable: executable, folder: folder, deadline: settings.patience * (stages.count + 1),
        memoryLimitBytes: settings.memoryLimitBytes)
      let report = try await child.run(
        VerificationRequest(
          strategy: strategy.key, stages: stages, seeds: settings.seeds,
          schedules: settings.schedules,
          patienceNanoseconds: settings.patience.wholeNanoseconds, parent: getpid()))
      results += report.results
      stages.removeAll { report.done.contains($0) }
      if report.isInterrupted { interruptions += 1 }
    }
    return results
  }
}
