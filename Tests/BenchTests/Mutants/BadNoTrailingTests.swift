import Testing

/// The interval is 300 ms.
@Suite struct BadNoTrailingTests {
  private let stage: BadStage

  init() throws { stage = try BadStage("bad-no-trailing") }

  @Test func lastUpdateOfABurstIsNeverShown() {
    for step in 0..<10 { stage.submit(atMilliseconds: Double(step) * 50) }
    stage.run()
    #expect(stage.shown == [1, 7])
    #expect(stage.model == 10)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: BadStage.Place.allCases)
  func updatesOneIntervalApartAreShown(_ place: BadStage.Place) {
    for step in 0..<10 { stage.submit(atMilliseconds: Double(step) * 300, from: place) }
    stage.run()
    #expect(stage.shown == Array(1...10))
  }

  @Test func flushShowsWhatIsPendingAlone() {
    stage.at(0, .main) { [stage] in
      stage.submit()
      stage.strategy?.flush()
      stage.submit()
      stage.strategy?.flush()
      #expect(stage.shown == [1])
    }
    stage.run()
    #expect(stage.shown == [1])
  }
}
