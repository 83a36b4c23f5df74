import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchHarness

/// The job of the instruction check's child, tested in separate processes.
struct InstructionJobTests {
  /// A registry whose strategy `x` runs `attach` when it is attached.
  private static func registry(_ attach: @escaping @Sendable () -> Void) -> Registry {
    let entry = StrategyEntry(name: "x", origin: "", summary: "", delivery: .reload) { _, _, _ in
      attach()
      return AttachedStrategy(IgnoringStrategy()) { _ in }
    }
    return Registry([entry], .standard)
  }

  private static func run(_ registry: Registry) throws {
    try InstructionJob(strategies: "x").run(registry) { _ in }
  }

  /// A strategy that crashes must not end the job; the others are still counted.
  @Test func jobSurvivesACrashingStrategy() async {
    await #expect(processExitsWith: .success) {
      try Self.run(Self.registry { kill(getpid(), SIGKILL) })
    }
  }

  @Test func strategiesThatOnlyTheOtherBuildHasAreSkipped() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let file = try folder.file("answers")
      try InstructionJob(strategies: "gone, x, !gone,!other").run(Self.registry {}) {
        let isRight = Int32($0.process) == getpid() && $0.process.count == 10
        try Data("\($0.strategy) \(isRight)".utf8).append(to: file)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == "x true")
    }
  }
}

/// Delivers nothing.
private final class IgnoringStrategy: UpdateStrategy {
  func submit(_ update: UpdateCount) {}
  func flush() {}
  func cancel() {}
  var pendingCount: Int { 0 }
}
