import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite struct CandidateGridTests {
  private func keys(
    _ list: String, updates: Int = 1, affordable: Int = CandidateGrid.affordableUpdates
  ) throws -> [String] {
    try CandidateGrid(
      Selection.parse(list, from: .standard), updates: updates, affordableUpdates: affordable
    ).candidates.map(\.key)
  }

  @Test func durationIsTriedInFactorsOfThreeAroundItsDefault() throws {
    #expect(
      try keys("throttle") == ["throttle"]
        + ["11ms", "33ms", "100ms", "900ms"].map {
          "throttle:interval=\($0)"
        })
  }

  @Test func strategyWithoutParametersIsTriedAsItIs() throws {
    #expect(try keys("naive,source-add") == ["naive", "source-add"])
  }

  @Test func parameterThatTheCallerSetStaysAsItIs() throws {
    #expect(try keys("throttle:interval=50ms") == ["throttle:interval=50ms"])
    #expect(try keys("throttle:interval=300ms") == ["throttle"])
  }

  @Test func everyStrategyOfTheRegistryHasItsDefaultsAmongTheCandidates() throws {
    let keys = Set(try keys("*"))
    #expect(keys.isSuperset(of: [StrategyEntry].standard.map(\.name)))
  }

  @Test func noCandidateComesTwiceAndEachIsReadBackFromItsKey() throws {
    let keys = try keys("*,throttle:interval=33ms")
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(try Selection.strategy(key).key == key) }
  }

  private func entry(_ parameters: [Parameter]) -> StrategyEntry {
    StrategyEntry(
      name: "it", origin: "a test", summary: "a test", parameters: parameters, delivery: .reload
    ) { _, _, _ in preconditionFailure("It is not attached.") }
  }

  private func keys(_ parameters: [Parameter]) throws -> [String] {
    CandidateGrid([try Selection(entry(parameters))], updates: 1).candidates.map(\.key)
  }

  @Test func parametersAreVariedOneAtATime() throws {
    #expect(
      try keys([.count("a", 30, ""), .flag("b", ""), .rate("c", 1.5, "")]) == [
        "it", "it:a=10", "it:a=90", "it:b=yes", "it:c=0.5", "it:c=4.5",
      ])
  }

  @Test func valuesBeyondSenseAreLeftOut() throws {
    #expect(
      try keys([.duration("a", .seconds(2), "")])
        == ["it", "it:a=74ms", "it:a=220ms", "it:a=670ms"])
    #expect(
      try keys([.duration("a", .microseconds(300), "")]) == ["it", "it:a=100us", "it:a=900us"])
    #expect(try keys([.duration("a", .zero, "")]) == ["it"])
    #expect(try keys([.count("a", 1, "")]) == ["it", "it:a=3"])
    #expect(try keys([.count("a", 100_000_000, "")]) == ["it", "it:a=33000000"])
  }

  @Test func gridShrinksWithTheNumberOfUpdatesAndSaysSo() throws {
    let all = try keys("throttle,change-set", updates: 10, affordable: 80)
    #expect(all.count == 8)
    #expect(
      try keys("throttle,change-set", updates: 10, affordable: 79)
        == ["throttle", "throttle:interval=33ms", "change-set"])
    let selections = try Selection<StrategyEntry>.parse("throttle,change-set", from: .standard)
    let least = CandidateGrid(selections, updates: 50_000_000, affordableUpdates: 1)
    #expect(least.candidates.map(\.key) == ["throttle", "change-set"])
    #expect(least.description.contains("Fewer values than usual"))
  }

  @Test func descriptionNamesWhatIsTried() throws {
    let selections = try Selection<StrategyEntry>.parse("naive,throttle", from: .standard)
    #expect(
      CandidateGrid(selections, updates: 1).description == """
        Tried 6 candidates of 2 strategies: throttle with interval 11ms, 33ms, 100ms, 300ms, \
        900ms; the others as they are.
        """)
    #expect(
      CandidateGrid([selections[0]], updates: 1).description
        == "Tried 1 candidates of 1 strategies.")
  }
}
