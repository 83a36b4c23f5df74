import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct CostModelTests {
  @Test func layoutIsPaidByVisibleRow() {
    #expect(CostModel(visibleRow: .microseconds(20), visibleRows: 12).layoutNanoseconds == 240_000)
    #expect(CostModel(visibleRows: 0).layoutNanoseconds == 0)
  }

  @Test func freeViewCostsNothing() {
    #expect(CostModel.free.reloadNanoseconds == 0)
    #expect(CostModel.free.rowChangeNanoseconds == 0)
    #expect(CostModel.free.layoutNanoseconds == 0)
  }
}
