@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite struct OnOffTests {
  @Test func burstsComeEveryPeriodWithSilenceBetween() throws {
    let plan = try TrialPlan.of("on-off:bursts=2")
    #expect(plan.updates.count == 200)
    #expect(plan.duration == .seconds(1))
    let long = plan.gaps.filter { $0 != 20_000 }
    #expect(long == [500_000_000 - 99 * 20_000])
  }

  @Test func parametersSetTheShape() throws {
    let plan = try TrialPlan.of("on-off:burst=3:spacing=1ms:period=50ms:bursts=2")
    #expect(
      plan.updates.intendedNanoseconds.map { $0 - 10_000_000 }
        == [0, 1_000_000, 2_000_000, 50_000_000, 51_000_000, 52_000_000])
    #expect(plan.updates.row == [0, 1, 2, 0, 1, 2])
  }

  @Test func burstMayFillItsPeriodButNotMore() throws {
    _ = try TrialPlan.of("on-off:burst=10:spacing=5ms:period=50ms")
    #expect(throws: BenchError.self) {
      try TrialPlan.of("on-off:burst=11:spacing=5ms:period=50ms")
    }
  }
}
