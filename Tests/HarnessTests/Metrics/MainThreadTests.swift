import Testing

@testable import BenchHarness

struct MainThreadTests {
  /// A log of one second with turns of these lengths in milliseconds, 1 ms apart.
  private func log(turns lengths: [Double]) -> TrialLog {
    var log = TrialLog()
    var time = 0.0
    for length in lengths {
      log.turn(time, time + length)
      time += length + 1
    }
    return log
  }

  /// A turn counts once, no matter how many deliveries it contains, and without one it is other work.
  @Test func busyTimeIsOfDeliveriesAndLayout() throws {
    var log = log(turns: [20, 70, 30])
    log.update(at: 0)
    log.update(at: 0)
    log.application(of: [0, 1], 500, 530)
    #expect(isClose(log.figure(.mainBusyShare), 0.03))
    #expect(log.figure(.longestBlock) == 70)
  }

  @Test(arguments: [
    ([100.0], 90.0),  // 100 − x = 10, which is 1 % of a second
    ([100.0, 100.0], 95.0),  // 2 (100 − x) = 10
    ([100.0, 50.0], 90.0),
    ([15.0, 1, 20.0], 12.5),  // (20 − x) + (15 − x) = 10
    ([8.0, 7.0, 6.0], 11.0 / 3),  // (8 − x) + (7 − x) + (6 − x) = 10
    ([9.0], 0.0),  // the main thread is idle 99.1 % of the time
    ([10.0], 0.0),
    ([], 0.0),
  ])
  func inputDelayCountsAllTurns(lengths: [Double], expected: Double) throws {
    let delay = log(turns: lengths).figure(.inputDelayP99)
    #expect(isClose(delay, expected))
  }
}
