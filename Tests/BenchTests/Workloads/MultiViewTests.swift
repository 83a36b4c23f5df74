@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite struct MultiViewTests {
  @Test func eachOfFourThreadsHitsEachOfEightViews() throws {
    let plan = try TrialPlan.of("multi-view:bursts=1")
    #expect(plan.viewCount == 8)
    #expect(plan.producers == Array(repeating: .thread, count: 4))
    #expect(plan.updates.count == 8 * 4 * 3)
    let pairs = Set(zip(plan.updates.view, plan.updates.producer).map { "\($0)-\($1)" })
    #expect(pairs.count == 32)
  }

  @Test func burstsComeEveryPeriod() throws {
    let plan = try TrialPlan.of("multi-view:period=400ms:bursts=2")
    #expect(Set(plan.updates.intendedNanoseconds) == [10_000_000, 410_000_000])
    #expect(plan.duration == .milliseconds(800))
  }

  @Test(arguments: [1, 2, 4, 8])
  func burstsMayFollowEachOtherFasterThanMainDelivers(views: Int) throws {
    let workload = "multi-view:views=\(views):period=5ms:bursts=400"
    let trial = try VirtualCells.play("pending-flag", workload)
    #expect(trial.stage.plan.updates.count == 400 * views * 4 * 3)
    #expect(trial.stage.plan.duration == .seconds(2))
    #expect(TrialAnalysis(trial.log).lost == 0)
    #expect(trial.stage.viewsEqualModel())
  }

  @Test func threadsChangeRowsOfTheirOwn() throws {
    let plan = try TrialPlan.of("multi-view:bursts=1")
    for index in 0..<plan.updates.count {
      #expect(Int(plan.updates.row[index]) / 3 == Int(plan.updates.producer[index]))
    }
  }

  @Test(arguments: ["threads=17", "views=1001"])
  func moreThanItCanHoldIsRefused(parameter: String) throws {
    #expect(
      throws: BenchError.badPlan(
        workload: "multi-view", cause: "give at most 16 threads and 1000 views.")
    ) {
      _ = try TrialPlan.of("multi-view:\(parameter)")
    }
  }

  @Test func asMuchAsItCanHoldIsAccepted() throws {
    let plan = try TrialPlan.of("multi-view:threads=16:views=1000:changes=1:bursts=1")
    #expect(plan.updates.count == 16_000)
  }
}
