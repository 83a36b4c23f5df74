import Testing

@Suite struct BadDrainNestsTests {
  private let stage: BadStage

  init() throws { stage = try BadStage("bad-drain-nests") }

  @Test(arguments: [1, 2, 50])
  func submissionsInsideDeliveriesNest(_ levels: Int) {
    stage.inside = { [stage] in if $0 <= levels { stage.submit() } }
    stage.submit(atMilliseconds: 0)
    stage.run()
    #expect(stage.deepest == levels + 1)
    #expect(stage.shown == Array(1...(levels + 1)))
  }

  @Test func submissionsOutsideDeliveriesDoNotNest() {
    stage.cost = .milliseconds(1)
    for step in 0..<100 {
      stage.submit(2, atMilliseconds: Double(step) * 1.5, from: step % 3 == 0 ? .main : .thread)
    }
    stage.run()
    #expect(stage.deepest == 1)
    #expect(stage.shown == Array(1...200))
    #expect(stage.pendingCount == 0)
  }

  @Test func cancelledInsideADeliveryItDeliversNoMore() {
    stage.inside = { [stage] in if $0 == 2 { stage.strategy?.cancel() } }
    stage.submit(5, atMilliseconds: 0)
    stage.run()
    #expect(stage.shown == [1, 2])
  }
}
