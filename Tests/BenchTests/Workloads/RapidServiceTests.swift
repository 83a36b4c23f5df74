import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct RapidServiceTests {
  @Test func otherSeedsMakeOtherTimes() throws {
    let plans = try (1...8).map { try TrialPlan.of("rapid-service", seed: $0) }
    #expect(Set(plans.map(\.updates.intendedNanoseconds)).count == 8)
    #expect(Set(plans.map(\.updates.row)).count == 8)
  }

  /// Of a Poisson process: 20 000 expected, standard deviation 141; gaps whose mean is 5 ms and of
  /// which a share of 1/e is longer than that.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func timesAreAPoissonProcess(seed: UInt64) throws {
    let plan = try TrialPlan.of("rapid-service:duration=100s", seed: seed)
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
    let long = Double(plan.gaps.count { $0 > 5_000_000 }) / Double(plan.gaps.count)
    #expect(abs(long - 0.3679) < 5 * 0.0034)
  }

  @Test func rateAndRowsAreAsAskedFor() throws {
    let plan = try TrialPlan.of("rapid-service:rate=2000:rows=5:duration=10s")
    #expect(abs(plan.updates.count - 20_000) < 5 * 142)
    #expect(Set(plan.updates.row) == Set(0..<5))
  }

  @Test func timesEndBeforeTheDuration() throws {
    let plan = try TrialPlan.of("rapid-service:duration=900ms")
    #expect(plan.updates.intendedNanoseconds.allSatisfy { $0 < 900_000_000 })
  }
}
