import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct StalenessTests {
  /// A second in which each update waits from its first to its second number, in milliseconds.
  private func staleShare(_ waits: [(from: Double, until: Double)]) throws -> Double? {
    var log = HandMadeLog()
    for wait in waits { log.update(at: wait.from) }
    for (index, wait) in waits.enumerated() {
      log.application(of: [index], wait.until, wait.until)
    }
    return try log.figure("stale_share")
  }

  @Test func waitsThatDoNotTouchAddUp() throws {
    #expect(isClose(try staleShare([(100, 200), (300, 350)]), 0.15))
  }

  @Test func waitsThatOverlapCountOnce() throws {
    #expect(isClose(try staleShare([(100, 300), (200, 400)]), 0.3))
  }

  @Test func waitInsideAnotherCountsOnce() throws {
    #expect(isClose(try staleShare([(100, 500), (200, 300), (450, 480)]), 0.4))
  }

  @Test func waitsThatTouchCountOnce() throws {
    #expect(isClose(try staleShare([(100, 200), (200, 300)]), 0.2))
  }

  @Test func updateThatIsNeverShownLeavesTheViewStaleToTheEnd() throws {
    var log = HandMadeLog()
    log.update(at: 400)
    #expect(isClose(try log.figure("stale_share"), 0.6))
  }

  @Test func updateThatWasNeverSubmittedLeavesTheViewFresh() throws {
    var log = HandMadeLog()
    log.update(at: 400, actual: nil)
    #expect(try log.figure("stale_share") == 0)
  }

  @Test func whatIsShownAfterTheEndIsStaleToTheEnd() throws {
    #expect(isClose(try staleShare([(900, 1_200)]), 0.1))
  }

  @Test func shareOfSeveralViewsIsTheirMean() throws {
    var log = HandMadeLog()
    log.viewCount = 2
    log.update(at: 100, view: 0)
    log.update(at: 200, view: 1)
    log.application(of: [0], 300, 300)
    log.application(of: [1], 800, 800)
    #expect(isClose(try log.figure("stale_share"), (0.2 + 0.6) / 2))
  }

  @Test func waitsOfDifferentViewsDoNotHideEachOther() throws {
    var log = HandMadeLog()
    log.viewCount = 2
    log.update(at: 100, view: 0)
    log.update(at: 100, view: 1)
    log.reloads([(0, [2]), (1, [2])], 150, 200)
    #expect(isClose(try log.figure("stale_share"), 0.1))
  }

  /// Producers that submit in batches set the intended times themselves, so that the updates of
  /// several of them are not in the order of time.
  @Test func waitsNeedNotBeInTheOrderOfTheUpdates() throws {
    var log = HandMadeLog()
    log.producerCount = 2
    log.update(at: 0, producer: 0)
    log.update(at: 0, producer: 1)
    log.intend([500, 100])
    log.application(of: [1], 200, 200)
    log.application(of: [0], 600, 600)
    #expect(isClose(try log.figure("stale_share"), 0.2))
  }

  @Test func noUpdatesLeaveTheViewFresh() throws {
    #expect(try HandMadeLog().figure("stale_share") == 0)
  }

  @Test func trialWithoutLengthHasNoShare() throws {
    var log = HandMadeLog()
    log.end = 0
    #expect(try log.figure("stale_share") == nil)
  }
}
