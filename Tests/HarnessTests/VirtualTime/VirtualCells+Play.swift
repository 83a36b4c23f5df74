import BenchTestSupport

@testable import BenchHarness

extension VirtualCells {
  static func play(
    _ strategy: String, _ workload: String
  ) throws -> (stage: TrialStage, log: TrialLog) {
    let (stage, log, _) = VirtualTrial.play(
      plan: try TrialPlan.of(workload), strategy: try .strategy(strategy), hop: .microseconds(50))
    return (stage, log)
  }
}
