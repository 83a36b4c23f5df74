import Testing

/// The interval is 300 ms.
@Suite struct BadNewerOverwrittenTests {
  @Test func lateTimerPutsOlderValuesOverANewerOne() throws {
    let stage = try BadStage("bad-newer-overwritten", timersAreLateBy: .milliseconds(1))
    stage.submit(3, atMilliseconds: 0)
    stage.submit(atMilliseconds: 300.5)
    stage.run()
    #expect(stage.shown == [1, 4, 2, 3])
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: [0.0, 1])
  func itKeepsTheOrderWhileTimersAreOnTime(_ offset: Double) throws {
    let stage = try BadStage("bad-newer-overwritten")
    for step in 0..<60 {
      let place: BadStage.Place = step % 2 == 0 ? .main : .thread
      stage.submit(2, atMilliseconds: offset + Double(step) * 35.1, from: place)
    }
    stage.run()
    #expect(stage.shown == Array(1...120))
    #expect(stage.deepest == 1)
  }

  @Test func flushKeepsTheOrder() throws {
    let stage = try BadStage("bad-newer-overwritten")
    stage.submit(3, atMilliseconds: 0)
    stage.at(0, .main) { stage.strategy?.flush() }
    stage.submit(2, atMilliseconds: 10)
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4, 5])
  }

  @Test func cancelledItDeliversNothing() throws {
    let stage = try BadStage("bad-newer-overwritten")
    stage.at(0, .main) {
      stage.submit()
      stage.submit()
      stage.strategy?.cancel()
      #expect(stage.pendingCount == 0)
    }
    stage.submit(atMilliseconds: 500)
    stage.run()
    #expect(stage.shown == [1])
  }
}
