@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite struct FirehoseTests {
  @Test func updatesAreSharedAmongTheThreads() throws {
    let plan = try TrialPlan.of("firehose:updates=4000")
    #expect(plan.pacing == .unpaced(batch: 1_000))
    #expect(plan.updatesByProducer().map(\.count) == [1_000, 1_000, 1_000, 1_000])
    #expect(plan.costs == .free)
    #expect(!plan.tracksRows)
  }

  @Test func moreThreadsThanSixteenAreRefused() throws {
    _ = try TrialPlan.of("firehose:updates=100:producers=16")
    #expect(
      throws: BenchError.badPlan(workload: "firehose", cause: "give at most 16 producers.")
    ) {
      _ = try TrialPlan.of("firehose:updates=100:producers=17")
    }
  }

  @Test func virtualTimeRefusesIt() throws {
    let settings = RunSettings(
      strategies: [try .strategy("naive")], workloads: [try .workload("firehose:updates=1000")])
    #expect(throws: BenchError.realTimeOnly(names: ["firehose:updates=1000"])) {
      _ = try VirtualRun(settings)
    }
  }
}
