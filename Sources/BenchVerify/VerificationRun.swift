import BenchHarness
import Coalesce
import Foundation

/// Verifies each strategy in child processes of its own.
package struct VerificationRun: Sendable {
  private let strategies: [Selection<StrategyEntry>]
  private let executable: String
  package var seeds: [UInt64] = [1]
  /// How many schedules each check and seed gets.
  package var schedules = Self.defaultSchedules
  package var times: Set<TimeMode> = [.virtual, .real]
  package var memoryLimitBytes: UInt64 = 4 << 30
  /// A stage has hung if it makes no progress for this long.
  package var patience = Duration.seconds(10)

  package static let defaultSchedules = 300

  /// How many stages of one strategy may hang or take too much memory before the rest are skipped.
  private static let mostLimitHits = 2

  package init(_ strategies: [Selection<StrategyEntry>], by executable: String) {
    (self.strategies, self.executable) = (strategies, executable)
  }

  /// Verifies all strategies. When a child process ends, kills what is left of its process group.
  /// After each strategy, `keep` receives all results so far, so an interruption loses those of one strategy at most.
  /// - Throws: ``BenchError``, and what `keep` throws.
  package func run(
    onAdvance: @Sendable (Advance) -> Void,
    keep: @Sendable ([StrategyVerification]) throws -> Void
  ) async throws -> [StrategyVerification] {
    let folder = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var verifications: [StrategyVerification] = []
    for strategy in strategies {
      onAdvance(Advance(strategy.key, done: verifications.count, of: strategies.count))
      let found = try await results(of: strategy, folder)
      verifications.append(StrategyVerification(strategy, found: found))
      try keep(verifications)
    }
    return verifications
  }

  /// Starts a process for all stages, and another one for the remaining stages whenever a stage ends the process.
  private func results(
    of strategy: Selection<StrategyEntry>, _ folder: URL
  ) async throws -> [PromiseResult] {
    // The strategy survives unless a stage reports otherwise.
    var results = [PromiseResult(promise: .survives, verdict: .pass)]
    var limitHits = 0
    // Allows far more time than a stage takes, because the child itself gives up when a stage hangs.
    let most = (patience * 10 + .milliseconds(100) * schedules) * seeds.count
    var left = VerificationStage.stages(of: strategy.entry, in: times)
    while !left.isEmpty, limitHits < Self.mostLimitHits {
      let child = ChildProcess(
        executable: executable, deadline: most * left.count, memoryLimitBytes: memoryLimitBytes)
      let (ending, answers) = try await child.run(
        VerificationJob(
          strategy: strategy.key, stages: left, seeds: seeds, schedules: schedules,
          patienceNanoseconds: patience.wholeNanoseconds), in: folder)
      var underWay: VerificationStage?
      var hasHung = false
      for answer in answers {
        switch answer {
        case .began(let stage):
          underWay = stage
          left.removeAll { $0 == stage }
        case .ended(let found):
          underWay = nil
          results += found
        case .hung: hasHung = true
        }
      }
      if let underWay {
        let broken = Self.promise(brokenBy: ending, hasHung: hasHung)
        // A crash costs little time; every other ending comes only when a limit is reached.
        if broken != .survives { limitHits += 1 }
        let words = hasHung ? "hung" : child.words(ending)
        results += interruption(of: underWay, broken, "the process \(words) while \(underWay)")
      } else if !left.isEmpty {
        throw BenchError.cannotStart(
          path: executable, cause: "its 'child verification' \(ending.words ?? "ended too early").")
      }
    }
    return results
  }

  private static func promise(brokenBy ending: ChildProcess.Ending, hasHung: Bool) -> Promise {
    switch ending {
    case _ where hasHung: .terminates
    case .deadline: .terminates
    case .memory: .boundedMemory
    case .exited, .signaled: .survives
    }
  }

  /// A failure of the broken promise; the stage's other promises count as interrupted.
  private func interruption(
    of stage: VerificationStage, _ broken: Promise, _ detail: String
  ) -> [PromiseResult] {
    (stage.promises.filter { $0 != broken } + [broken]).map {
      PromiseResult(
        promise: $0, verdict: $0 == broken ? .fail : .interrupted, detail: detail,
        time: stage.time)
    }
  }
}
