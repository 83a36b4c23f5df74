import Coalesce
import CoalesceTesting
import Testing

/// The rule of ``NextPassPolicy``.
@Suite struct NextPassTests {
  private let stage = Stage(.nextPass)

  @Test(arguments: Origin.allCases, [1, 2, 1_000])
  func burstIsOneDelivery(_ origin: Origin, _ count: Int) {
    stage.at(.zero, origin) { [stage] in
      for number in 0..<count { stage.submit(number) }
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [Array(0..<count)])
  }

  @Test func onlyTheFirstOfABurstPostsToMain() {
    let scheduler = VirtualScheduler()
    let double = SchedulerDouble(scheduler)
    let flag = Coalescer<UpdateCount>(.nextPass, scheduler: double) { _ in }
    for burst in 1...3 {
      for _ in 0..<100 { flag.setNeedsUpdate() }
      #expect(double.postCount == burst)
      scheduler.run()
    }
  }

  @Test func updatesDuringADeliveryCauseOneMore() {
    stage.cost = .milliseconds(5)
    for number in 0..<5 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[0], [1, 2, 3, 4]])
  }

  @Test func noFlagsAtAllAreNoUpdate() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<UpdateFlags>()
    let flag = Coalescer<UpdateFlags>(.nextPass, scheduler: scheduler) { shown.record($0) }
    flag.submit([])
    scheduler.run()
    #expect(shown.all.isEmpty)
    flag.submit(UpdateFlags(rawValue: 1))
    flag.submit([])
    flag.submit(UpdateFlags(rawValue: 4))
    scheduler.run()
    #expect(shown.all == [UpdateFlags(rawValue: 5)])
  }

  @Test func burstOnRealQueuesIsOneDelivery() {
    let main = RealMain()
    let counts = Recorder<Int>()
    let strategy = Coalescer<UpdateCount>(.nextPass, scheduler: main.scheduler) {
      counts.record($0.updateCount)
    }
    main.queue.sync {
      for _ in 0..<1_000 { strategy.setNeedsUpdate() }
    }
    main.settle()
    #expect(counts.all == [1_000])
  }
}
