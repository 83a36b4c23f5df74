import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct CountsTests {
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
