import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchMath

@Suite(.timeLimit(.minutes(15))) struct MainThreadTests {
  /// A second with turns of these lengths, in milliseconds, one after another with gaps.
  private func log(turns lengths: [Double]) -> HandMadeLog {
    var log = HandMadeLog()
    var time = 0.0
    for length in lengths {
      log.turn(time, time + length)
      time += length + 1
    }
    return log
  }

  @Test func busyShareIsTheTurnsOfTheTrial() throws {
    #expect(isClose(try log(turns: [100, 50]).figure("main_busy_share"), 0.15))
    #expect(try log(turns: []).figure("main_busy_share") == 0)
  }

  @Test func longestBlockIsTheLongestTurn() throws {
    #expect(try log(turns: [20, 70, 30]).figure("longest_block_ms") == 70)
    #expect(try log(turns: []).figure("longest_block_ms") == 0)
  }

  @Test func severalDeliveriesOfATurnAreOneBlock() throws {
    var log = HandMadeLog()
    log.update(at: 0)
    log.update(at: 0)
    log.application(of: [0, 1], 10, 30)
    #expect(try log.figure("longest_block_ms") == 20)
    #expect(isClose(try log.figure("main_busy_share"), 0.02))
  }

  @Test func trialWithoutLengthHasNeitherShareNorDelay() throws {
    var log = HandMadeLog()
    log.end = 0
    #expect(try log.figure("main_busy_share") == nil)
    #expect(try log.figure("input_delay_p99_ms") == nil)
  }

  /// 1 % of a second are 10 ms. One turn of 100 ms delays by more than x for 100 − x ms of them.
  @Test func inputDelayOfOneTurnIsItsLengthLessOnePercentOfTheTrial() throws {
    #expect(isClose(try log(turns: [100]).figure("input_delay_p99_ms"), 90))
  }

  @Test(arguments: [
    ([100.0, 100.0], 95.0),  // 2 (100 − x) = 10
    ([100.0, 50.0], 90.0),  // 100 − x = 10
    ([20.0, 15.0], 12.5),  // (20 − x) + (15 − x) = 10
    ([8.0, 7.0, 6.0], 11.0 / 3),  // (8 − x) + (7 − x) + (6 − x) = 10
    ([9.0], 0.0),  // 99.1 % of all times find main idle
    ([10.0], 0.0),
    ([], 0.0),
  ])
  func inputDelayCountsAllTurns(lengths: [Double], expected: Double) throws {
    let delay = try log(turns: lengths).figure("input_delay_p99_ms")
    #expect(isClose(delay, expected))
  }

  @Test func inputDelayDoesNotDependOnTheOrderOfTurns() throws {
    #expect(isClose(try log(turns: [15, 1, 20]).figure("input_delay_p99_ms"), 12.5))
  }

  /// Every microsecond of the trial an event falls due; the delays are sorted and counted.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func inputDelayIsThatOfEventsAtAllTimes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lengths = (0..<40).map { _ in Double(Int.random(in: 0...20_000, using: &generator)) / 1e3 }
    let delays = lengths.flatMap { length in (0..<Int(length * 1e3)).map { Double($0) / 1e3 } }
      .sorted(by: >)
    let events = 1_000_000
    let expected = delays.count > events / 100 ? delays[events / 100] : 0
    let delay = try #require(try log(turns: lengths).figure("input_delay_p99_ms"))
    #expect(abs(delay - expected) < 0.002)
  }
}
