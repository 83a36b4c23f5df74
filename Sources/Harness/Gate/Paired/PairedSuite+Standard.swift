extension PairedSuite {
  /// The suite where no file names one: cells whose noise was found low, one a way of delivering.
  ///
  /// Reloads of 1 ms, for the shorter a trial the more of them there are in a minute; the cells with
  /// a robust coefficient of variation of 1 to 3 % on a machine that was busy with builds.
  public static let standard = PairedSuite(
    costs: CostModel(reload: .milliseconds(1)),
    cells: [
      ("throttle:interval=10ms", "steady:rate=500:duration=60ms"),
      ("pending-flag", "uart:duration=60ms"),
      ("naive", "complete-all:updates=40:duration=60ms"),
      ("main-drain-bounded", "complete-all:updates=40:duration=60ms"),
      ("throttle-end-to-start:interval=5ms", "steady:rate=500:duration=60ms"),
      ("source-add", "steady:rate=500:duration=60ms"),
      ("frame:period=5ms", "steady:rate=500:duration=60ms"),
      ("view-queue", "complete-all:updates=40:duration=60ms"),
      ("row-changes", "complete-all:updates=40:duration=60ms"),
      ("throttle:interval=4ms", "rapid-service:rate=400:duration=60ms"),
    ].map { PairedCell(strategy: $0, workload: $1) })
}
