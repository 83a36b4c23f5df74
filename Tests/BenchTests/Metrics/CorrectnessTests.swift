import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct CorrectnessTests {
  @Test func lostAreTheSubmittedUpdatesThatNothingShows() throws {
    var log = HandMadeLog()
    for time in 0..<5 { log.update(at: Double(time)) }
    log.update(at: 9, actual: nil)
    log.reload(shown: [2], 10, 12)
    log.application(of: [4], 13, 14)
    #expect(try log.figure("lost_updates") == 2)
  }

  @Test func nothingIsLostWhereNothingWasSubmitted() throws {
    #expect(try HandMadeLog().figure("lost_updates") == 0)
  }

  @Test func updateAfterANewerOneOfItsProducerIsOutOfOrder() throws {
    var log = HandMadeLog()
    for time in 0..<4 { log.update(at: Double(time)) }
    log.application(of: [0, 3, 1, 2], 10, 12)
    #expect(try log.figure("out_of_order_updates") == 2)
  }

  @Test func updatesOfDifferentProducersHaveNoOrder() throws {
    var log = HandMadeLog()
    log.producerCount = 2
    log.update(at: 0, producer: 0)
    log.update(at: 1, producer: 1)
    log.application(of: [1, 0], 10, 12)
    #expect(try log.figure("out_of_order_updates") == 0)
  }

  @Test func updatesOfDifferentViewsHaveNoOrder() throws {
    var log = HandMadeLog()
    log.viewCount = 2
    log.update(at: 0, view: 0)
    log.update(at: 1, view: 1)
    log.application(of: [1, 0], 10, 12)
    #expect(try log.figure("out_of_order_updates") == 0)
  }

  @Test func reloadsAreNeverOutOfOrder() throws {
    var log = HandMadeLog()
    log.update(at: 0)
    log.update(at: 1)
    log.application(of: [1], 10, 12)
    log.reload(shown: [2], 13, 14)
    #expect(try log.figure("out_of_order_updates") == 0)
  }

  @Test func refusedBatchesAreCounted() throws {
    var log = HandMadeLog().log
    log.invalidUpdates = 3
    let metric = try Metric.named("invalid_updates")
    #expect(metric.value(TrialAnalysis(log), TrialCounters()) == 3)
  }
}

@Suite(.timeLimit(.minutes(15))) struct CountsTests {
  @Test func updatesAreThoseThatWereSubmitted() throws {
    var log = HandMadeLog()
    log.update(at: 1)
    log.update(at: 2, actual: 5)
    log.update(at: 3, actual: nil)
    #expect(try log.figure("updates") == 2)
  }

  @Test func deliveriesAreCallsOfTheHandlerAndNotTurns() throws {
    var log = HandMadeLog()
    for _ in 0..<6 { log.update(at: 1) }
    log.application(of: [0, 1, 2], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(try log.figure("deliveries") == 4)
    #expect(try log.figure("coalescing_ratio") == 1.5)
  }

  @Test func ratioLeavesOutWhatWasNeverSubmitted() throws {
    var log = HandMadeLog()
    log.update(at: 1)
    log.update(at: 1)
    log.update(at: 9, actual: nil)
    log.reload(shown: [2], 4, 5)
    #expect(try log.figure("coalescing_ratio") == 2)
  }

  @Test func withoutDeliveriesThereIsNoRatio() throws {
    var log = HandMadeLog()
    log.update(at: 1)
    #expect(try log.figure("deliveries") == 0)
    #expect(try log.figure("coalescing_ratio") == nil)
  }
}
