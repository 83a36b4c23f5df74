import BenchTestSupport

@testable import BenchHarness

extension VirtualCells {
  static func play(_ strategy: String, _ workload: String) throws -> TrialStageAndLog {
    let (stage, log, _) = VirtualTrial.play(
      plan: try TrialPlan.of(workload), strategy: try .strategy(strategy), hop: .microseconds(50))
    return TrialStageAndLog(stage: stage, log: log)
  }
}

struct TrialStageAndLog {
  let stage: TrialStage
  let log: TrialLog
}
