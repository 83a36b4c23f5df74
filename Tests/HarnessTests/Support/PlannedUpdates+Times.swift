import BenchHarness

extension PlannedUpdates {
  /// Makes updates of one view by one producer, each with a row of its own. `times` must ascend.
  init(at times: [UInt64]) {
    self.init()
    for (row, time) in times.enumerated() { append(atNanoseconds: time, row: row) }
  }
}
