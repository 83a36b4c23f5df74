import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct CompleteAllTests {
  @Test func updatesAreOneBurstOnMain() throws {
    let plan = try TrialPlan.of("complete-all")
    #expect(plan.updates.count == 100)
    #expect(plan.producers == [.main])
    #expect(plan.gaps.allSatisfy { $0 == 0 })
    #expect(plan.updates.row == Array(0..<100))
    #expect(plan.updates.bursts(Array(0..<100)).count == 1)
  }

  @Test(arguments: [1, 2, 10_000])
  func burstIsAsLongAsAskedFor(count: Int) throws {
    #expect(try TrialPlan.of("complete-all:updates=\(count)").updates.count == count)
  }
}
