import Testing

@testable import BenchHarness

struct FramesTests {
  /// Expects hitch time in periods of 1000/60 ms. A turn is due one period after the first refresh that follows its
  /// start.
  @Test(
    arguments: [
      ([], 0), ([(0, 16)], 0), ([(0, 33)], 1), ([(0, 50)], 2), ([(0, 100)], 5), ([(5, 33)], 0),
      ([(5, 34)], 1), ([(5, 51)], 2), ([(0, 33), (100, 110), (200, 233)], 2),
    ] as [([(Double, Double)], Double)])
  func turnsThatMissTheirFrameAreHitches(turns: [(Double, Double)], periods: Double) throws {
    for seconds in [1.0, 4] {
      var log = TrialLog(milliseconds: 1_000 * seconds)
      // All of the time is active.
      for time in stride(from: 0, to: 1_000 * seconds, by: 500) { log.update(at: time) }
      for turn in turns { log.turn(turn.0, turn.1) }
      #expect(isClose(log.figure(.hitchRatio), periods * 1_000 / 60 / seconds))
    }
  }
}
