import BenchTestSupport
import Coalesce
import Testing

@testable import BenchHarness

struct TokenStreamTests {
  /// An answer ends complete, with an error after two thirds, or with the user's stop, submitted on the main thread.
  @Test func everyAnswerEndsWithItsOnlyUrgentUpdate() throws {
    let plan = try TrialPlan.of("token-stream:answers=4:tokens=90")
    let updates = plan.updates
    #expect(plan.producers == Array(repeating: .thread, count: 4) + [.main])
    for (view, count) in [90, 60, 45, 90].enumerated() {
      let own = (0..<updates.count).filter { Int(updates.view[$0]) == view }
      #expect(own.count == count + 1)
      #expect(own.filter(updates.isUrgent) == own.suffix(1))
      #expect(own.filter { updates.producer[$0] == 4 } == (view == 2 ? own.suffix(1) : []))
    }
  }

  @Test func burstsHaveOneToEightTokensAtOneInstant() throws {
    let plan = try TrialPlan.of("token-stream:answers=1:tokens=10000")
    let bursts = plan.updates.bursts(Array(0..<10_000)).map(\.count)
    #expect(Set(bursts) == Set(1...8))
    #expect(abs(Double(bursts.reduce(0, +)) / Double(bursts.count) - 4.5) < 0.3)
  }

  @Test func requestedRateHoldsBetweenPauses() throws {
    let plan = try TrialPlan.of("token-stream:answers=1:tokens=20000:rate=100:pause=1s")
    let taken = Double(plan.duration.wholeNanoseconds) / 1e9
    #expect(abs(taken - 200) < 10)
    #expect(plan.gaps.count { $0 > 500_000_000 } == 2)
  }

  /// Allows for dispatches, a running delivery, one of another answer, and the answer's own, however long text waits.
  @Test(arguments: DeliveringStrategies.names)
  func endOfAnAnswerIsShownWithinThreeDeliveries(strategy: String) throws {
    let log = try VirtualCells.play(strategy, "token-stream:tokens=60:layout=1us").log
    let urgent = try #require(Metric.latencyUrgentMax.value(TrialAnalysis(log)))
    // If rows are applied one by one, a burst of eight may be in progress.
    let delivery = log.deliveryKind == .rowChange ? 8 * 0.15 + 0.3 : 2.3
    #expect(urgent <= 3 * delivery + 3 * 0.05 + 0.5, "\(strategy): \(urgent) ms")
  }

  @Test func longThrottleDelaysTextButNotTheEndOfTheAnswer() throws {
    let cell = ("throttle:interval=60s", "token-stream:answers=1:tokens=60")
    let log = try VirtualCells.play(cell.0, cell.1).log
    #expect(log.deliveries.count == 2)
    let analysis = TrialAnalysis(log)
    #expect(analysis.lost == 0)
    // Some text waited for the end, but the end did not wait.
    #expect(try #require(analysis.latencies.last) > 500_000_000)
    #expect(log.shownTimes()[60] - log.intended[60] < 3_000_000)
  }
}
