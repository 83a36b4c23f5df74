import Testing

/// The interval is 300 ms; the letters are those of the reference.
@Suite struct BadThrottleAsWrittenTests {
  private let stage: BadStage

  init() throws { stage = try BadStage("bad-throttle-as-written") }

  @Test func calledOnMainItThrottles() {
    for step in 0..<10 { stage.submit(atMilliseconds: Double(step) * 50, from: .main) }
    stage.run()
    #expect(stage.shown == [1, 7, 10])
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  // D1
  @Test func updateAfterAFlushInTheSameIntervalIsLost() {
    stage.submit(2, atMilliseconds: 0, from: .main)
    stage.at(100, .main) { [stage] in stage.strategy?.flush() }
    stage.submit(atMilliseconds: 200, from: .main)
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.model == 3)
    #expect(stage.pendingCount == 0)
  }

  @Test func updateAfterAFlushInTheNextIntervalIsShown() {
    stage.submit(2, atMilliseconds: 0, from: .main)
    stage.at(100, .main) { [stage] in stage.strategy?.flush() }
    stage.submit(2, atMilliseconds: 400, from: .main)
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4])
  }

  // D2
  @Test func earlyTimerShowsNothingAndIsNotSetAgain() throws {
    let stage = try BadStage("bad-throttle-as-written", timersAreLateBy: .microseconds(-100))
    stage.submit(2, atMilliseconds: 0, from: .main)
    stage.submit(atMilliseconds: 299.99, from: .main)
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.pendingCount == 0)
  }

  @Test func lateTimerShowsAll() throws {
    let stage = try BadStage("bad-throttle-as-written", timersAreLateBy: .milliseconds(1))
    stage.submit(2, atMilliseconds: 0, from: .main)
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  // D3
  @Test func threadsGetNoTrailingReload() {
    stage.submit(atMilliseconds: 0)
    stage.submit(atMilliseconds: 100)
    stage.submit(atMilliseconds: 200, from: .main)
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.model == 3)
    #expect(stage.pendingCount == 0)
  }

  @Test func threadsGetALeadingReload() {
    stage.submit(3, atMilliseconds: 0)
    stage.submit(atMilliseconds: 301)
    stage.run()
    #expect(stage.shown == [3, 4])
  }

  // D6
  @Test(arguments: [(200, 1), (400, 2)])
  func reloadLongerThanTheIntervalNests(_ cost: Int, _ deepest: Int) {
    stage.cost = .milliseconds(cost * 2)
    stage.inside = { [stage] in if $0 == 1 { stage.submit() } }
    stage.submit(atMilliseconds: 0, from: .main)
    stage.run()
    #expect(stage.deepest == deepest)
  }

  @Test func cancelledItDeliversNothing() {
    stage.at(0, .main) { [stage] in
      stage.submit()
      stage.submit()
      stage.strategy?.cancel()
      stage.submit()
    }
    stage.submit(atMilliseconds: 500)
    stage.run()
    #expect(stage.shown == [1])
    #expect(stage.pendingCount == 0)
  }
}
