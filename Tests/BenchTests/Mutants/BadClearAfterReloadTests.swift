import Testing

@Suite struct BadClearAfterReloadTests {
  private let stage: BadStage

  init() throws {
    stage = try BadStage("bad-clear-after-reload")
    stage.cost = .milliseconds(2)
  }

  @Test(arguments: [1, 5])
  func updatesDuringAReloadAreLost(_ count: Int) {
    stage.submit(atMilliseconds: 0)
    stage.submit(count, atMilliseconds: 1)
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.model == 1 + count)
    #expect(stage.pendingCount == 0)
  }

  @Test func updateInsideAReloadIsLost() {
    stage.inside = { [stage] in if $0 == 1 { stage.submit() } }
    stage.submit(atMilliseconds: 0, from: .main)
    stage.run()
    #expect(stage.shown == [1])
  }

  @Test func updatesBetweenReloadsAreShown() {
    for step in 0..<50 {
      stage.submit(3, atMilliseconds: Double(step) * 3, from: step % 2 == 0 ? .main : .thread)
    }
    stage.run()
    #expect(stage.shown == (1...50).map { 3 * $0 })
    #expect(stage.deepest == 1)
  }

  @Test func flushShowsWhatIsPendingAndItsHopNothing() {
    stage.at(0, .main) { [stage] in
      stage.submit()
      stage.strategy?.flush()
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1])
  }

  @Test func cancelledItDeliversNothing() {
    stage.at(0, .main) { [stage] in
      stage.submit()
      stage.strategy?.cancel()
      stage.submit()
      #expect(stage.pendingCount == 0)
    }
    stage.run()
    #expect(stage.shown.isEmpty)
  }
}
