import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct FindingsTests {
  private func sentences(_ records: [Trial], rivals: Set<String>) -> [String] {
    let cells = CellSummary.summaries(
      of: records, strategies: records.map(\.strategy), workloads: ["uart"])
    return Findings(cells: cells, rivals: cells.filter { rivals.contains($0.strategy) }).sentences
  }

  private func record(
    _ strategy: String, latency: Double, busy: Double, deliveries: Double = 4, block: Double = 1,
    outcome: Outcome = .ok
  ) -> Trial {
    .made(
      strategy: strategy, outcome: outcome,
      values: [
        "latency_mean_ms": latency, "main_busy_share": busy, "deliveries": deliveries,
        "longest_block_ms": block,
      ])
  }

  @Test(arguments: ShortWorkloads.specifications)
  func everyWorkloadHasSomethingToSay(workload: String) throws {
    let records = try VirtualCells.run(strategies: "*", workloads: workload)
    let cells = CellSummary.summaries(
      of: records, strategies: [StrategyEntry].standard.map(\.name),
      workloads: [try #require(records.first).workload])
    let report = try #require(WorkloadReport.reports(of: cells, silent: ["null"]).first)
    #expect((1...6).contains(report.sentences.count))
    for sentence in report.sentences {
      #expect(sentence.count > 20)
      #expect(sentence.hasSuffix("."))
      #expect(!sentence.contains("null"))
      #expect(!sentence.contains("nan"))
    }
  }

  @Test func soonestAndLeastBusyAreNamedWithTheirPrice() {
    let sentences = sentences(
      [
        record("naive", latency: 40, busy: 0.9, deliveries: 100),
        record("a", latency: 2, busy: 0.8, deliveries: 10),
        record("b", latency: 150, busy: 0.05),
      ], rivals: ["naive", "a", "b"])
    #expect(sentences.count == 2)
    for part in ["a has the lowest latency", " 2 ms", "naive", " 40 ms", "10 deliveries", "100"] {
      #expect(sentences.first?.contains(part) == true, "\(part)")
    }
    for part in ["b uses the least main-thread time (5 %; a 80 %)", " 150 ms"] {
      #expect(sentences.last?.contains(part) == true, "\(part)")
    }
  }

  @Test func strategyThatIsBestAtBothIsSaidToBeSo() {
    let sentences = sentences(
      [record("a", latency: 2, busy: 0.1), record("b", latency: 3, busy: 0.4)],
      rivals: ["a", "b"])
    #expect(sentences.last == "a also uses the least main-thread time (10 %).")
  }

  @Test func leastIsNotClaimedWhereAnotherIsAsLittleBusy() {
    let sentences = sentences(
      [record("a", latency: 2, busy: 0.1), record("b", latency: 3, busy: 0.1)],
      rivals: ["a", "b"])
    #expect(sentences.last == "No strategy uses less main-thread time than a (10 %).")
  }

  @Test func strategyThatIsAsSoonIsNamedToo() {
    let sentences = sentences(
      [record("a", latency: 2, busy: 0.1), record("b", latency: 2, busy: 0.101)],
      rivals: ["a", "b"])
    #expect(sentences.contains("b is as fast."))
  }

  /// A tenth more is not worth a choice, and is not the least either.
  @Test func soonestThatIsALittleBusierIsNotCalledLeastBusy() {
    let sentences = sentences(
      [record("a", latency: 2, busy: 0.1), record("b", latency: 3, busy: 0.095)],
      rivals: ["a", "b"])
    #expect(sentences.last == "No strategy uses much less main-thread time than a (10 %).")
  }

  @Test func failuresAreToldFirst() {
    let sentences = sentences(
      [
        record("a", latency: 2, busy: 0.1),
        record("b", latency: 1, busy: 0.1, outcome: .lost),
      ], rivals: ["a"])
    #expect(sentences.first == "Not reliable here: b (1 lost).")
    #expect(sentences.dropFirst().allSatisfy { !$0.contains("b has") })
  }

  @Test func blocksThatPeopleNoticeAreTold() {
    let sentences = sentences(
      [
        record("a", latency: 2, busy: 0.1, block: 100),
        record("b", latency: 3, busy: 0.4, block: 101),
      ], rivals: ["a", "b"])
    #expect(
      sentences.last == "b (101 ms) blocks the main thread long enough to notice (over 100 ms).")
  }

  @Test func everyStrategyThatBlocksIsNotListed() {
    let sentences = sentences(
      [
        record("a", latency: 2, busy: 0.1, block: 300),
        record("b", latency: 3, busy: 0.4, block: 101),
      ], rivals: ["a", "b"])
    #expect(
      sentences.last == """
        Every strategy blocks the main thread long enough to notice (over 100 ms), for 101 to 300 ms.
        """)
  }

  @Test func costsOfSubmissionReplaceWhatAFreeViewCannotShow() {
    let sentences = sentences(
      [
        .made(strategy: "a", values: ["submit_cost_ns": 8.5, "latency_mean_ms": 1]),
        .made(strategy: "b", values: ["submit_cost_ns": 50, "latency_mean_ms": 2]),
      ], rivals: ["a", "b"])
    #expect(
      sentences == [
        "a is the cheapest to submit to (8.5 ns per update), b the most expensive (50 ns)."
      ])
  }

  @Test func oneTrialInRealTimeNamesWhatIsClose() {
    let records = [("a", 2.0, 0.1), ("b", 2.1, 0.5), ("c", 9, 0.04)].map {
      strategy, latency, busy in
      Trial.made(
        strategy: strategy, values: ["latency_mean_ms": latency, "main_busy_share": busy],
        time: .real)
    }
    #expect(
      sentences(records, rivals: ["a", "b", "c"]) == [
        "a has the lowest latency, 2 ms on average.", "b (2.1 ms) is close.",
        "c uses the least main-thread time (4 %; a 10 %) but averages 9 ms of latency.",
      ])
  }

  @Test func oneDeliveryIsNotCalledDeliveries() {
    let sentences = sentences(
      [
        record("naive", latency: 40, busy: 0.9, deliveries: 100),
        record("a", latency: 2, busy: 0.1, deliveries: 1),
      ], rivals: ["naive", "a"])
    #expect(sentences.first?.contains("1 deliveries") == false)
  }
}
