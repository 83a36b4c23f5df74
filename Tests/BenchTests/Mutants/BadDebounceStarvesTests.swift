import Testing

/// The interval is 50 ms.
@Suite struct BadDebounceStarvesTests {
  private let stage: BadStage

  init() throws { stage = try BadStage("bad-debounce-starves") }

  @Test(arguments: [1.0, 20, 49])
  func nothingIsShownWhileUpdatesKeepComing(_ gap: Double) {
    for step in 0..<100 { stage.submit(atMilliseconds: Double(step) * gap) }
    stage.at(99 * gap + 49, .thread) { [stage] in
      #expect(stage.shown.isEmpty)
      #expect(stage.pendingCount == 100)
    }
    stage.run()
    #expect(stage.shown == [100])
    #expect(stage.pendingCount == 0)
  }

  @Test func updatesWithPausesAreShown() {
    for step in 0..<10 {
      stage.submit(3, atMilliseconds: Double(step) * 60, from: step % 2 == 0 ? .thread : .main)
    }
    stage.run()
    #expect(stage.shown == (1...10).map { 3 * $0 })
  }

  @Test func updateInsideAReloadIsShownAfterIt() {
    stage.inside = { [stage] in if $0 == 1 { stage.submit() } }
    stage.submit(atMilliseconds: 0)
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
  }

  @Test func flushShowsWhatWaits() {
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
    }
    stage.submit(atMilliseconds: 20)
    stage.run()
    #expect(stage.shown.isEmpty)
  }
}
