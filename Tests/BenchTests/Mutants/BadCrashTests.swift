import Testing

@Suite struct BadCrashTests {
  @Test func thirtyOneWaitingUpdatesAreDelivered() throws {
    let stage = try BadStage("bad-crash")
    for step in 0..<10 { stage.submit(31, atMilliseconds: Double(step)) }
    stage.run()
    #expect(stage.shown == (1...10).map { 31 * $0 })
    #expect(stage.pendingCount == 0)
  }

  @Test func thirtySecondEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let stage = try BadStage("bad-crash")
      stage.submit(32, atMilliseconds: 0)
      stage.run()
    }
  }

  @Test func cancelledItTakesNoMore() throws {
    let stage = try BadStage("bad-crash")
    stage.at(0, .main) {
      stage.submit()
      stage.strategy?.cancel()
    }
    stage.submit(1_000, atMilliseconds: 1)
    stage.run()
    #expect(stage.shown.isEmpty)
  }
}
