import Testing

@testable import BenchHarness
@testable import BenchReport

/// Frames of 1000/60 ms; a turn is due one period after the first refresh that follows its start.
@Suite(.timeLimit(.minutes(15))) struct DisplayTests {
  private static let period = 1_000.0 / 60

  private func hitches(_ turns: [(start: Double, end: Double)]) throws -> Double? {
    var log = HandMadeLog()
    for turn in turns { log.turn(turn.start, turn.end) }
    return try log.figure("hitch_ratio_ms_per_s")
  }

  @Test func noTurnsMakeNoHitches() throws {
    #expect(try hitches([]) == 0)
  }

  @Test func turnShorterThanAPeriodIsNeverLate() throws {
    for start in stride(from: 0.0, to: 40, by: 0.7) {
      #expect(try hitches([(start, start + 16.6)]) == 0)
    }
  }

  @Test func turnThatStartsWithARefreshIsLateByItsPeriodsLessOne() throws {
    #expect(try hitches([(0, 16)]) == 0)
    #expect(isClose(try hitches([(0, 33)]), Self.period))
    #expect(isClose(try hitches([(0, 50)]), 2 * Self.period))
    #expect(isClose(try hitches([(0, 100)]), 5 * Self.period))
  }

  @Test func turnThatStartsBetweenRefreshesIsDueAWholePeriodLater() throws {
    // Starts in the first period, so it is due at the second refresh, 33.3 ms.
    #expect(try hitches([(5, 33)]) == 0)
    #expect(isClose(try hitches([(5, 34)]), Self.period))
    #expect(isClose(try hitches([(5, 51)]), 2 * Self.period))
  }

  @Test func hitchesOfSeveralTurnsAddUp() throws {
    let one = try #require(try hitches([(0, 33)]))
    #expect(isClose(try hitches([(0, 33), (100, 110), (200, 233)]), 2 * one))
  }

  @Test func ratioIsPerSecondOfTheTrial() throws {
    var log = HandMadeLog()
    log.end = 4_000
    log.turn(0, 100)
    #expect(isClose(try log.figure("hitch_ratio_ms_per_s"), 5 * Self.period / 4))
  }

  @Test func trialWithoutLengthHasNoRatio() throws {
    var log = HandMadeLog()
    log.end = 0
    #expect(try log.figure("hitch_ratio_ms_per_s") == nil)
  }
}
