import Strategies
import Testing

/// The rule of `SourceAdd`.
@Suite struct SourceAddTests {
  private let stage = Stage(.sourceAdd)

  @Test(arguments: Origin.allCases, [1, 2, 1_000])
  func burstIsOneDelivery(_ origin: Origin, _ count: Int) {
    stage.at(.zero, origin) { [stage] in
      for number in 0..<count { stage.submit(number) }
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [Array(0..<count)])
  }

  @Test func updatesDuringADeliveryCauseOneMore() {
    stage.cost = .milliseconds(5)
    for number in 0..<5 {
      stage.at(.milliseconds(number), .background) { [stage] in stage.submit(number) }
    }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == [[0], [1, 2, 3, 4]])
  }

  @Test func burstOnRealQueuesIsOneDelivery() {
    let main = RealMain()
    let counts = Recorder<Int>()
    let strategy = SourceAdd<UpdateCount>(scheduler: main.scheduler) {
      counts.record($0.updateCount)
    }
    main.queue.sync {
      for _ in 0..<1_000 { strategy.setNeedsUpdate() }
    }
    main.settle()
    #expect(counts.all == [1_000])
  }
}
