import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct CompleteAllTests {
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

@Suite(.timeLimit(.minutes(15))) struct OnOffTests {
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

@Suite(.timeLimit(.minutes(15))) struct MultiViewTests {
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

@Suite(.timeLimit(.minutes(15))) struct FirehoseTests {
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
