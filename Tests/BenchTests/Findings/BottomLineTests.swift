@testable import BenchHarness
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct BottomLineTests {
  /// Trials that cost so many times the best possible.
  private func trials(
    _ strategy: String, _ costs: [String: Double], latency: Double = 5, busy: Double = 0.1,
    optimum: Double = 1, outcome: Outcome = .ok, count: Int = 1, time: TimeMode = .virtual
  ) -> [Trial] {
    costs.flatMap { workload, cost in
      (1...count).map { trial in
        let spread = 1 + 0.01 * Double(trial)
        return Trial.made(
          strategy: strategy, workload: workload, trial: trial, outcome: outcome,
          values: [
            "cost_ms": cost * optimum, "cost_ratio": cost * (count == 1 ? 1 : spread),
            "latency_mean_ms": latency, "main_busy_share": busy,
          ], time: time)
      }
    }
  }

  private func line(
    _ records: [[Trial]], rowChanging: Set<String> = [], isBusy: Bool = false
  ) -> BottomLine {
    let records = records.flatMap { $0 }
    let strategies = records.map(\.strategy).distinct
    let cells = CellSummary.summaries(
      of: records, strategies: strategies, workloads: records.map(\.workload).distinct.sorted())
    let reports = WorkloadReport.reports(of: cells, silent: ["null"], isBusy: isBusy)
    return BottomLine(
      reports, silent: ["null"], reloading: Set(strategies).subtracting(rowChanging),
      isBusy: isBusy)
  }

  @Test func leastGeometricMeanOfTheCostRatioComesFirst() {
    let line = line([
      trials("steady", ["a": 3, "b": 3]), trials("mixed", ["a": 1, "b": 16]),
      trials("best", ["a": 2, "b": 2]),
    ])
    #expect(line.ranking.map(\.name) == ["best", "steady", "mixed"])
    #expect(line.ranking.map { ($0.ratio.median * 1e9).rounded() / 1e9 } == [2, 3, 4])
    #expect(line.ranking.last?.worst.workload == "b")
    #expect(
      line.sentences.first
        == "best comes nearest to the best possible on these 2 workloads, at 2 times its cost.")
  }

  @Test func anotherKindOfDeliveryThatCostsLessIsNamed() {
    let line = line(
      [trials("rows", ["a": 4], optimum: 1), trials("reload", ["a": 2], optimum: 5)],
      rowChanging: ["rows"])
    #expect(line.ranking.map(\.name) == ["reload", "rows"])
    #expect(
      line.sentences.contains(
        """
        rows costs 0.4 times as much as reload, but its deliveries need to know what changed.
        """))
  }

  @Test func nearestThatJustReloadsIsNamedWhereTheFirstAsksForMore() {
    let line = line(
      [trials("rows", ["a": 2]), trials("reload", ["a": 6])], rowChanging: ["rows"])
    #expect(
      line.sentences.contains(
        """
        Its deliveries need to know what changed. Of those that just reload, reload comes nearest, at \
        6 times.
        """))
  }

  @Test func whatItTradesIsSaid() {
    let line = line([
      trials("best", ["a": 2, "b": 2], latency: 10, busy: 0.2),
      trials("soon", ["a": 3, "b": 3], latency: 2, busy: 0.5),
      trials("idle", ["a": 4, "b": 4], latency: 90, busy: 0.01),
    ])
    #expect(
      line.sentences == [
        "best comes nearest to the best possible on these 2 workloads, at 2 times its cost.",
        "It shows an update after 10 ms on average and keeps the main thread busy 20 % of the time.",
        "soon has the lowest latency (2 ms), with the main thread busy 50 % of the time.",
        "idle uses the least main-thread time (1 %), with updates shown after 90 ms.",
      ])
  }

  @Test func strategyThatFailedAnywhereIsNotRankedButNamed() {
    let line = line([
      trials("a", ["uart": 2, "steady": 2]), trials("b", ["uart": 3, "steady": 3]),
      trials("lost", ["uart": 1]), trials("lost", ["steady": 1], outcome: .lost),
      trials("void", ["uart": 1]), trials("void", ["steady": 1], outcome: .void),
      // It was tried again, and counts.
      trials("void", ["uart": 1], outcome: .void),
    ])
    #expect(line.ranking.map(\.name) == ["a", "b"])
    #expect(
      line.sentences.last == "Not ranked: lost (1 lost on steady), void (1 discarded on steady).")
  }

  @Test func workloadWithoutARatioAndStrategyThatShowsNothingDoNotCount() {
    let line = line([
      trials("a", ["uart": 2]), trials("b", ["uart": 3]),
      [.made(strategy: "a", workload: "idle"), .made(strategy: "b", workload: "idle")],
      [.made(strategy: "null"), .made(strategy: "null", workload: "idle")],
    ])
    #expect(line.ranking.map(\.name) == ["a", "b"])
    #expect(
      line.sentences.first == "a comes nearest to the best possible on uart, at 2 times its cost.")
    #expect(!line.sentences.joined().contains("null"))
  }

  @Test func nothingIsSaidWhereNothingHasACost() {
    let line = line([[.made(strategy: "a"), .made(strategy: "b")]])
    #expect(line.ranking.isEmpty && line.sentences.isEmpty)
  }

  @Test func oneTrialIsNotedAndCloseRivalsAreNamed() {
    let line = line([
      trials("a", ["uart": 2], time: .real), trials("b", ["uart": 2.1], time: .real),
      trials("c", ["uart": 3], time: .real),
    ])
    #expect(
      line.sentences.first
        == "a comes nearest to the best possible on uart, at 2 times its cost; b (2.1) is close.")
    #expect(line.sentences.last == "One trial each: small differences may be noise.")
  }

  @Test func sixTrialsAreSureUnlessIntervalsMeetOrTheMachineIsBusy() {
    let far = [
      trials("a", ["uart": 2], count: 6, time: .real),
      trials("b", ["uart": 3], count: 6, time: .real),
    ]
    let near = [
      trials("a", ["uart": 2], count: 6, time: .real),
      trials("b", ["uart": 2.02], count: 6, time: .real),
    ]
    let few = [
      trials("a", ["uart": 2], count: 3, time: .real),
      trials("b", ["uart": 3], count: 3, time: .real),
    ]
    func note(_ line: BottomLine) -> String? { line.sentences.first { $0.contains("noise") } }
    #expect(note(line(far)) == nil)
    #expect(line(far).sentences.first?.contains("close") == false)
    #expect(
      note(line(far, isBusy: true)) == "The machine was busy: small differences may be noise.")
    #expect(note(line(few)) == "Few trials each: small differences may be noise.")
    #expect(line(near).sentences.first?.contains("b (2.09) is close") == true)
  }

  @Test func sameCostInVirtualTimeIsSaidToBeTheSame() {
    let line = line([trials("a", ["uart": 2]), trials("b", ["uart": 2])])
    #expect(
      line.sentences.first
        == "a comes nearest to the best possible on uart, at 2 times its cost; so does b (2).")
  }

  @Test func durationsAreShownAsPeopleWriteThem() {
    let line = line([
      trials("frame:period=16666667ns", ["uart:duration=300ms": 2]),
      trials("b", ["uart:duration=300ms": 3]),
    ])
    #expect(
      line.sentences.first?.hasPrefix("frame:period=16.7ms comes nearest")
        == true)
  }
}
