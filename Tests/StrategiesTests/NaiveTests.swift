import BenchLibrarySupport
import Testing

struct NaiveTests {
  static let inline: [StrategyCase] = ["naive", "main-drain", "main-drain-bounded"]

  @Test(arguments: inline)
  func submitOnMainDeliversEarlierUpdatesThenItsOwn(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.submit(3)
      #expect(stage.shown == [1, 2, 3])
      stage.submit(4)
      #expect(stage.shown == [1, 2, 3, 4])
    }
    stage.at(.microseconds(10), .background) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4])
  }

  /// `row-changes` dispatches even on the main thread.
  @Test(
    arguments: [("naive", .background), ("row-changes", .main), ("row-changes", .background)]
      as [(StrategyCase, Origin)])
  func eachUpdateHasItsOwnDispatchAndDelivery(_ subject: StrategyCase, _ origin: Origin) throws {
    let (stage, double) = Stage.counting { subject.make($0, deliver: $1) }
    stage.at(.zero, origin) {
      for number in 0..<100 { stage.submit(number) }
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 100)
    }
    stage.run()
    #expect(double.postCount == 100)
    #expect(stage.deliveries.map(\.elements) == (0..<100).map { [$0] })
  }
}
