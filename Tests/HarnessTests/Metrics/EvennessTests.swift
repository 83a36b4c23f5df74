import BenchTestSupport
import Coalesce
import Testing

@testable import BenchHarness

/// The largest jump and the longest freeze, of logs made by hand and of text that streams.
struct EvennessTests {
  /// Pictures at 12 and 40 ms, then nothing until the update of 50 ms is shown at 90 ms.
  @Test func jumpAndFreezeAreThoseOfPictures() {
    var log = TrialLog()
    for time in [1, 1, 1, 30, 50] { log.update(at: Double(time)) }
    log.reload(shown: [3], 10, 12)
    log.reload(shown: [4], 38, 40)
    log.reload(shown: [5], 88, 90)
    #expect(log.figure(.largestJump) == 3)
    #expect(log.figure(.longestFreeze) == 40)
  }

  @Test func freezeOfAStreamThatIsAlwaysBehindIsTheGapBetweenPictures() {
    var log = TrialLog()
    for time in 0..<50 { log.update(at: Double(time)) }
    log.reload(shown: [10], 18, 20)
    log.reload(shown: [30], 48, 50)
    log.reload(shown: [50], 98, 100)
    #expect(log.figure(.largestJump) == 20)
    #expect(log.figure(.longestFreeze) == 50)
  }

  @Test(
    arguments: ["text-chunks", "text-jitter", "text-slows", "text-tool-call"], [2, 8, 15])
  func revealIsEvenAndInTime(workload: String, cost: Int) throws {
    let costs = CostModel(reload: .milliseconds(cost), visibleRows: 0)
    let trial = try play("reveal", workload, costs)
    let (jump, possible) = (trial.values[.largestJump] ?? 0, trial.values[.leastJump] ?? 0)
    #expect((possible...possible * 1.25).contains(jump), "\(jump), at least \(possible)")
    #expect(trial.values[.longestFreeze] ?? 0 <= 60)
    #expect(trial.values[.latencyMax] ?? 0 <= 400 + 2 * Double(cost) + 1)
    #expect(trial.outcome == .ok)
  }

  /// 10 000 lines at 100 µs each: all at once they take a second.
  @Test func portionOfLinesThatFitsATimeLeavesTheMainThreadFree() throws {
    let costs = CostModel(visibleRows: 0, rowChange: .microseconds(100))
    let trial = try play("frame:by=rows:portion=time:time=4ms", "paste", costs)
    #expect(trial.values[.longestBlock] ?? .infinity < 4.5)
    #expect(trial.values[.lostUpdates] == 0)
    #expect(trial.values[.outOfOrderUpdates] == 0)
  }

  private func play(_ strategy: String, _ workload: String, _ costs: CostModel) throws -> Trial {
    VirtualTrial.record(
      Trial.ID(Cell(strategy, workload), number: 1, seed: 1, time: .virtual),
      plan: try .of(workload, costs: costs), strategy: try .strategy(strategy),
      hop: .microseconds(50))
  }
}
