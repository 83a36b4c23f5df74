import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// The rule of ``NextPassPolicy``, shared by the strategies that use a dispatch source.
struct EachPassTests {
  @Test(arguments: StrategyCase.eachPass, Origin.allCases)
  func burstCausesOneDelivery(_ subject: StrategyCase, _ origin: Origin) {
    for count in [1, 2, 1_000] {
      let stage = Stage(subject)
      stage.at(.zero, origin) {
        for number in 0..<count { stage.submit(number) }
        #expect(stage.deliveries.isEmpty)
      }
      stage.run()
      #expect(stage.deliveries.map(\.elements) == [Array(0..<count)])
    }
  }

  @Test(arguments: StrategyCase.eachPass)
  func updatesDuringADeliveryCauseOneMoreDelivery(_ subject: StrategyCase) {
    let stage = Stage(subject, cost: .milliseconds(5))
    for number in 0..<5 {
      stage.at(.milliseconds(number), .background) { stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[0], [1, 2, 3, 4]])
  }

  @Test func onlyTheFirstUpdateOfABurstDispatchesToMain() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let flag = Coalescer<UpdateCount>(.nextPass, on: .scheduler(double)) { _ in }
    for burst in 1...3 {
      for _ in 0..<100 { flag.setNeedsUpdate() }
      #expect(double.postCount == burst)
      scheduler.run()
    }
  }
}
