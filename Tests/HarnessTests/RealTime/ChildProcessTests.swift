import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath

/// Shell scripts stand in for child processes that write no record.
struct ChildProcessTests {
  private let folder = TemporaryFolder()

  private func record(of script: String) async throws -> Trial {
    try await record(executable: folder.script("child", script))
  }

  private func record(
    executable: String, deadline: Duration = .seconds(300)
  ) async throws -> Trial {
    let job = TrialJob(
      Trial.ID(Cell("s", "w"), number: 3, seed: 4, time: .real), RunOptions(),
      work: ReloadWork(roundsPerNanosecond: 1))
    return try await ChildProcess(
      executable: executable, deadline: deadline, memoryLimitBytes: .max
    ).trial(job, in: folder.url)
  }

  /// The disk is to blame, not the strategy.
  @Test(arguments: ["exit 73", "exit 66", "rm \"$6\"; mkdir \"$6\""])
  func fileErrorOfAChildDoesNotCountAsACrash(script: String) async throws {
    await #expect(throws: BenchError.self) { _ = try await record(of: script) }
  }

  @Test func recordOfAnEarlierTrialIsNotUsed() async throws {
    try Journal(folder.url.appendingPathComponent("response"))
      .begin([Trial.made(strategy: "stale")])
    #expect(try await record(of: "exit 0").outcome == .crashed)
  }

  /// An interrupted run kills its child and must not blame the strategy. Cancels many trials at random stages, because
  /// either the child or the task may end first.
  @Test func cancelledTrialDoesNotCountAsCrashed() async throws {
    // The children sleep, because ten spinning ones would slow down all other tests.
    let path = try folder.script("child", "exec sleep 600")
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10 {
      let trials = (0..<10).map { _ in
        Task { try await record(executable: path, deadline: .seconds(600)) }
      }
      for _ in 0..<Int.random(in: 0...2_000, using: &generator) { await Task.yield() }
      trials.forEach { $0.cancel() }
      for trial in trials {
        await #expect(throws: CancellationError.self) { _ = try await trial.value }
      }
    }
  }

  @Test func missingProgramCannotBeStarted() async throws {
    let path = folder.path("missing")
    let error = await #expect(throws: BenchError.self) { _ = try await record(executable: path) }
    #expect(error?.description.hasPrefix("Cannot start \(path): ") == true)
  }
}
