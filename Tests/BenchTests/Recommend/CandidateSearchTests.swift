import Testing

@testable import BenchReport
@testable import BenchHarness

struct CandidateSearchTests {
  private let latency = Goal.latency("latency_max_ms", atMost: .milliseconds(100))
  private let busy = Goal.mainBusy(atMost: 0.05)

  /// What is tried where `figures` says what each candidate does.
  private func tried(
    _ selections: [Selection<StrategyEntry>], goals: [Goal] = [], weighing: Weighing = .mainBusy,
    _ figures: (ParameterValues, StrategyEntry) -> Figures = { _, _ in Figures() }
  ) throws -> [Candidate] {
    CandidateSearch(goals, weighing: weighing, costs: CostModel()).candidates(of: selections) {
      $0.map { selection in
        let record = figures(selection.values, selection.entry).record(selection.key)
        return Candidate(
          selection: selection, results: [Candidate.Result(CellSummary(exact: record), goals)])
      }
    }
  }

  private func tried(
    _ list: String, goals: [Goal] = [], weighing: Weighing = .mainBusy,
    _ figures: (ParameterValues, StrategyEntry) -> Figures = { _, _ in Figures() }
  ) throws -> [Candidate] {
    try tried(Selection.parse(list, from: .standard), goals: goals, weighing: weighing, figures)
  }

  private func milliseconds(_ candidate: Candidate, _ name: String) -> Double {
    candidate.selection.values.duration(name).milliseconds
  }

  /// A delivery takes 2.24 ms.
  @Test func goalsSayWhichValuesAreTriedFirst() throws {
    func keys(_ list: String, _ goal: Goal) throws -> Set<String> {
      Set(try tried(list, goals: [goal]).map(\.key))
    }
    #expect(try keys("throttle", latency).isSuperset(of: ["throttle:interval=97ms"]))
    #expect(
      try keys("debounce-max-wait", latency).isSuperset(of: [
        "debounce-max-wait:wait=97ms:max-wait=97ms", "debounce-max-wait:wait=95ms:max-wait=95ms",
      ]))
    #expect(try keys("budgeted", busy).isSuperset(of: ["budgeted:share=0.05"]))
    #expect(try keys("throttle", busy).isSuperset(of: ["throttle:interval=44ms"]))
    #expect(
      try keys("throttle", .deliveries(atMost: 5)).isSuperset(of: ["throttle:interval=200ms"]))
    #expect(
      try tried("balanced:price=0.1", goals: [busy]).map(\.key) == ["balanced:price=0.1"])
  }

  @Test(arguments: [0.7, 5, 57, 140, 800])
  func bestValueIsFoundToTwoPercentInFewTrials(best: Double) throws {
    let found = try tried("throttle") { values, _ in
      let value = values.duration("interval").milliseconds
      return Figures(busy: 0.01 * max(value / best, best / value))
    }
    let least = try #require(found.compactMap { $0.figure("main_busy_share") }.min())
    #expect(least < 0.01 * 1.02)
    #expect(found.count < 40)
  }

  @Test func longestValueThatMeetsAGoalIsFoundToTwoPercent() throws {
    let found = try tried("throttle", goals: [latency]) { values, _ in
      let value = values.duration("interval").milliseconds
      return Figures(latency: value * 1.37, busy: 1 / value)
    }
    let best = try #require(found.filter(\.isEligible).map { milliseconds($0, "interval") }.max())
    #expect((best * 1.37 + 1) / 100 > 0.98)
  }

  @Test func parametersThatBelongTogetherAreSearchedTogether() throws {
    let found = try tried("debounce-max-wait") { values, _ in
      let (wait, most) = (
        values.duration("wait").milliseconds, values.duration("max-wait").milliseconds
      )
      return Figures(busy: 0.01 * max(wait / 21, 21 / wait) * max(most / 23, 23 / most))
    }
    #expect(found.allSatisfy { milliseconds($0, "max-wait") >= milliseconds($0, "wait") })
    #expect(try #require(found.compactMap { $0.figure("main_busy_share") }.min()) < 0.01 * 1.04)
  }

  @Test func strategyFarFromTheBestIsNotSearchedFurther() throws {
    let found = try tried("frame,throttle") { values, entry in
      entry.name == "frame"
        ? Figures(busy: 0.9) : Figures(busy: 0.01 + values.duration("interval").milliseconds / 1e6)
    }
    #expect(found.count { $0.entry.name == "frame" } < 7)
    #expect(found.count { $0.entry.name == "throttle" } > 12)
  }

  @Test func whatTheCallerSetStaysAndWhatHasNothingToSetIsTriedOnce() throws {
    #expect(try tried("naive,source-add").map(\.key) == ["naive", "source-add"])
    #expect(try tried("throttle:interval=50ms").map(\.key) == ["throttle:interval=50ms"])
    #expect(
      try tried("debounce-max-wait:wait=20ms").allSatisfy { milliseconds($0, "wait") == 20 })
  }

  @Test func noCandidateComesTwiceAndEachIsReadBackFromItsKey() throws {
    let keys = try tried("*,throttle:interval=33ms", goals: [latency, busy], weighing: .cost)
      .map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(try Selection.strategy(key).key == key) }
  }

  @Test func valuesAreOnesThatAnAppWouldWrite() throws {
    let found = try tried("throttle", goals: [latency]) { values, _ in
      let value = values.duration("interval").milliseconds
      return Figures(latency: value * 1.37, busy: 1 / value)
    }
    for candidate in found {
      let digits = candidate.key.filter(\.isNumber).reversed().drop { $0 == "0" }
      #expect(digits.count <= 3, "\(candidate.key)")
    }
  }

  @Test func wordsAndFlagsAreTriedEachWay() throws {
    let entry = StrategyEntry(
      name: "it", origin: "a test", summary: "a test",
      parameters: [.flag("a", ""), .choice("b", ["one", "two"], ""), .count("c", 1, "")],
      delivery: .reload
    ) { _, _, _ in preconditionFailure("It is not attached.") }
    let keys = try tried([try Selection(entry)]).map(\.key)
    #expect(Set(keys).isSuperset(of: ["it", "it:a=yes", "it:b=two", "it:c=3"]))
  }
}
