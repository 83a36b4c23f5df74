import Testing

@testable import BenchHarness
@testable import BenchReport

/// Workloads with updates at even distances: steady, sparse and slow-reload.
@Suite struct EvenWorkloadsTests {
  @Test func steadyComesEveryMillisecondOverFiftyRows() throws {
    let plan = try TrialPlan.of("steady:duration=400ms")
    #expect(plan.updates.count == 400)
    #expect(plan.gaps.allSatisfy { $0 == 1_000_000 })
    #expect(Set(plan.updates.row) == Set(0..<50))
  }

  @Test func sparseComesEverySevenTenthsOfASecond() throws {
    let plan = try TrialPlan.of("sparse:duration=10s")
    #expect(plan.updates.count == 14)
    #expect(plan.gaps.allSatisfy { (699_999_999...700_000_001).contains($0) })
  }

  @Test func slowReloadIsDearerThanTheUsualInterval() throws {
    let plan = try TrialPlan.of("slow-reload:duration=1s")
    #expect(plan.costs.reloadNanoseconds == 350_000_000)
    #expect(plan.updates.count == 10)
    #expect(plan.costs.rowChangeNanoseconds == CostModel().rowChangeNanoseconds)
  }
}
