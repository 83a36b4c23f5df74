import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TableClockTests {
  @Test func tablesThatCostLittleAreAlwaysDue() {
    #expect(TableClock().isDue)
    #expect(TableClock(cost: .milliseconds(20)).isDue)
  }

  @Test func dearTablesAreNotDueAgainAtOnce() {
    #expect(!TableClock(cost: .seconds(60)).isDue)
  }

  @Test func whatWritingTookIsMeasured() {
    var clock = TableClock(cost: .seconds(60))
    clock.measure {}
    #expect(clock.isDue)
  }
}
