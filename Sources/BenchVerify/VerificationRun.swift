import BenchHarness
import Coalesce
import Foundation

/// Verifies each strategy in child processes of its own.
package struct VerificationRun: Sendable {
  private let strategies: [Selection<StrategyEntry>]
  private let seeds: [UInt64]
  private let schedules: Int
  private let times: Set<TimeMode>
  private let memoryLimitBytes: UInt64
  private let patience: Duration
  private let executable: String

  package static let defaultSchedules = 300

  /// How many stages of one strategy may hang or take too much memory before the rest are skipped.
  private static let mostLimitHits = 2

  /// Plays `schedules` schedules for each check and seed. A stage without progress for `deadline` (nil: 10 s) has hung.
  package init(
    strategies: [Selection<StrategyEntry>], seeds: [UInt64], schedules: Int, times: Set<TimeMode>,
    memoryLimitBytes: UInt64, deadline: Duration?, executable: String
  ) {
    self.strategies = strategies
    self.seeds = seeds
    self.schedules = schedules
    self.times = times
    self.memoryLimitBytes = memoryLimitBytes
    patience = deadline ?? .seconds(10)
    self.executable = executable
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
      let deadline = most * left.count
      let child = ChildProcess(
        executable: executable, deadline: deadline, memoryLimitBytes: memoryLimitBytes)
      let (ending, answers) = try await child.run(
        VerificationJob(
          strategy: strategy.key, stages: left, seeds: seeds, schedules: schedules,
          patienceNanoseconds: patience.wholeNanoseconds),
        request: folder.appendingPathComponent("request.json"),
        response: folder.appendingPathComponent("journal.jsonl"))
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
        // A crash costs little time; every other ending comes only when a limit is reached.
        let isCrash =
          switch ending {
          case .exited, .signaled: !hasHung
          case .deadline, .memory: false
          }
        if !isCrash { limitHits += 1 }
        results += interruption(of: underWay, by: ending, after: deadline, hasHung: hasHung)
      } else if !left.isEmpty {
        throw BenchError.cannotStart(
          path: executable, cause: "its 'child verification' \(ending.words ?? "ended too early").")
      }
    }
    return results
  }

  /// A failure of the promise that `ending` breaks; the stage's other promises count as interrupted.
  private func interruption(
    of stage: VerificationStage, by ending: ChildProcess.Ending, after deadline: Duration,
    hasHung: Bool
  ) -> [PromiseResult] {
    let (promise, words): (Promise, String) =
      switch ending {
      case _ where hasHung: (.terminates, "hung")
      case .deadline: (.terminates, "hung and was killed after \(deadline.text)")
      case .memory: (.boundedMemory, "took more than \(memoryLimitBytes >> 20) MiB of memory")
      case .exited, .signaled: (.survives, ending.words ?? "exited by itself")
      }
    let detail = "the process \(words) while \(stage)"
    return stage.promises.filter { $0 != promise }.map {
      PromiseResult(promise: $0, verdict: .interrupted, detail: detail, time: stage.time)
    } + [PromiseResult(promise: promise, verdict: .fail, detail: detail, time: stage.time)]
  }
}
