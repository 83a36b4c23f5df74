import BenchMath
import Testing

@testable import BenchHarness

struct MainThreadTests {
  /// A log of one second with turns of these lengths in milliseconds, 1 ms apart.
  private func log(turns lengths: [Double]) -> HandMadeLog {
    var log = HandMadeLog()
    var time = 0.0
    for length in lengths {
      log.turn(time, time + length)
      time += length + 1
    }
    return log
  }

  /// A turn counts once, no matter how many deliveries it contains.
  @Test func busyTimeIsTheSumOfTurns() throws {
    var log = log(turns: [20, 70, 30])
    log.update(at: 0)
    log.update(at: 0)
    log.application(of: [0, 1], 500, 530)
    #expect(isClose(try log.figure("main_busy_share"), 0.15))
    #expect(try log.figure("longest_block_ms") == 70)
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
    let delay = try log(turns: lengths).figure("input_delay_p99_ms")
    #expect(isClose(delay, expected))
  }

  /// Compares the metric with one event per microsecond of the trial, the delays sorted and counted.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func inputDelayMatchesASimulationWithOneEventPerMicrosecond(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lengths = (0..<40).map { _ in Double(Int.random(in: 0...20_000, using: &generator)) / 1e3 }
    let delays = lengths.flatMap { length in (0..<Int(length * 1e3)).map { Double($0) / 1e3 } }
      .sorted(by: >)
    let events = 1_000_000
    let expected = delays.count > events / 100 ? delays[events / 100] : 0
    let delay = try #require(try log(turns: lengths).figure("input_delay_p99_ms"))
    #expect(abs(delay - expected) < 0.002)
  }

  /// Expects hitch time in periods of 1000/60 ms. A turn is due one period after the first refresh that follows its
  /// start.
  @Test(
    arguments: [
      ([], 0), ([(0, 16)], 0), ([(0, 33)], 1), ([(0, 50)], 2), ([(0, 100)], 5), ([(5, 33)], 0),
      ([(5, 34)], 1), ([(5, 51)], 2), ([(0, 33), (100, 110), (200, 233)], 2),
    ] as [([(Double, Double)], Double)])
  func turnsThatMissTheirFrameAreHitches(turns: [(Double, Double)], periods: Double) throws {
    for seconds in [1.0, 4] {
      var log = HandMadeLog()
      log.end = 1_000 * seconds
      for turn in turns { log.turn(turn.0, turn.1) }
      #expect(isClose(try log.figure("hitch_ratio_ms_per_s"), periods * 1_000 / 60 / seconds))
    }
  }

  @Test func turnShorterThanAFramePeriodIsNeverLate() throws {
    for start in stride(from: 0.0, to: 40, by: 0.7) {
      var log = HandMadeLog()
      log.turn(start, start + 16.6)
      #expect(try log.figure("hitch_ratio_ms_per_s") == 0)
    }
  }
}
