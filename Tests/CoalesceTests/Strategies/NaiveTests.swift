import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// The rule of `Naive`.
@Suite struct NaiveTests {
  private let stage = Stage(.naive)

  @Test(arguments: Origin.allCases)
  func hundredUpdatesAreHundredDeliveries(_ origin: Origin) {
    stage.at(.zero, origin) { [stage] in
      for number in 0..<100 { stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<100).map { [$0] })
  }

  static let inline: [StrategyCase] = [.naive, .mainDrain, .mainDrainBounded]

  @Test(arguments: inline)
  func updateOnMainIsDeliveredInsideSubmit(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      for number in 1...3 {
        stage.submit(number)
        #expect(stage.shown.last == number)
      }
    }
    stage.run()
  }

  @Test(arguments: inline)
  func updateOnMainIsDeliveredAfterThoseBeforeIt(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.submit(3)
      #expect(stage.shown == [1, 2, 3])
    }
    stage.at(.microseconds(10), .background) { stage.submit(1, 2) }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  /// The registry's `row-changes`.
  @Test(arguments: Origin.allCases)
  func withAlwaysHopsNothingIsDeliveredInsideSubmitAndNothingMerged(_ origin: Origin) {
    let stage = Stage(.rowChanges)
    stage.at(.zero, origin) {
      for number in 0..<50 { stage.submit(number) }
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 50)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<50).map { [$0] })
  }

  @Test func withAlwaysHopsAnUpdateOnMainHasAHopOfItsOwn() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let naive = Naive<UpdateCount>(alwaysHops: true, scheduler: double) { _ in }
    scheduler.onMain {
      for _ in 0..<100 { naive.setNeedsUpdate() }
    }
    scheduler.run()
    #expect(double.postCount == 100)
  }

  @Test func eachUpdateFromTheBackgroundHasAHopOfItsOwn() throws {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let naive = Naive<UpdateCount>(scheduler: double) { _ in }
    for _ in 0..<100 { naive.setNeedsUpdate() }
    #expect(double.postCount == 100)
    scheduler.run()
    #expect(naive.pendingCount == 0)
  }
}
