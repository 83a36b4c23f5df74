import Foundation
import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite(.timeLimit(.minutes(15))) struct ExactJudgementTests {
  private static let suite = """
    strategies: naive
    workloads: "*"
    seeds: [1]
    metrics: [deliveries]
    allocations:
      strategies: naive
      workloads: uart
    """

  /// Figures of `naive` on each of `workloads`.
  private func figures(
    deliveries: Double, allocations: Double, on workloads: [String] = ["uart"]
  ) throws -> GateBaseline {
    func table(_ metric: String, _ value: Double, _ workloads: [String]) -> ExactTable {
      var table = ExactTable(metrics: [metric])
      for workload in workloads {
        let identity = Trial.ID(Cell("naive", workload), number: 1, seed: 1, time: .virtual)
        var record = Trial(identity, outcome: .ok, detail: "")
        record.values[metric] = value
        table.add(record, places: 6)
      }
      return table
    }
    return GateBaseline(
      suite: try ExactSuite(SettingsNode(Self.suite, file: "gate.yml")), toolchain: "any",
      exact: table("deliveries", deliveries, workloads),
      allocations: table("allocations_per_update", allocations, ["uart"]))
  }

  private func judgement(
    _ before: GateBaseline, _ after: GateBaseline
  ) throws -> CheckResult {
    try CheckResult(before, after, folder: "baseline")
  }

  @Test func figuresOfDeliveriesSayThatAStrategyDeliversOtherwise() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1), figures(deliveries: 4, allocations: 1))
    #expect(judgement.changedStrategies == ["naive"])
  }

  @Test func anotherAllocationIsARegressionAndNoOtherDelivery() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1), figures(deliveries: 5, allocations: 2))
    #expect(judgement.cells.flatMap(\.findings).map(\.verdict) == [.regressed])
    #expect(judgement.changedStrategies.isEmpty)
  }

  @Test func newWorkloadIsNoOtherDelivery() throws {
    let judgement = try judgement(
      figures(deliveries: 5, allocations: 1),
      figures(deliveries: 5, allocations: 1, on: ["uart", "chat"]))
    #expect(judgement.notChecked.count == 1)
    #expect(judgement.changedStrategies.isEmpty)
  }

  private func notChecked(
    _ change: (inout GateBaseline, inout GateBaseline) -> Void
  ) throws -> [String] {
    var (before, after) = (
      try figures(deliveries: 5, allocations: 1), try figures(deliveries: 5, allocations: 9)
    )
    change(&before, &after)
    let judgement = try judgement(before, after)
    #expect(judgement.cells.map(\.check) == [.exact])
    return judgement.notChecked
  }

  private func without(_ baseline: GateBaseline) -> GateBaseline {
    GateBaseline(
      suite: baseline.suite, toolchain: baseline.toolchain, exact: baseline.exact, allocations: nil)
  }

  @Test func reasonIsSaidWhereAllocationsAreNotCompared() throws {
    let left = Jemalloc.path == nil ? Jemalloc.advice : "left out by --no-allocations"
    #expect(try notChecked { $1 = without($1) } == ["allocations: \(left)"])
    #expect(try notChecked { ($0, $1) = (without($0), without($1)) } == ["allocations: \(left)"])
    #expect(
      try notChecked { before, _ in before = without(before) }
        == ["allocations: the baseline has none"])
    #expect(
      try notChecked { before, _ in before.toolchain = "old" }
        == ["allocations: the baseline's were counted with old, and this is any"])
    #expect(
      try notChecked { before, after in
        var suite = before.suite
        suite.allocations = nil
        before = GateBaseline(suite: suite, exact: before.exact, allocations: nil)
        after = GateBaseline(suite: suite, exact: after.exact, allocations: nil)
      } == ["allocations: the suite counts none"])
    let all = try judgement(
      figures(deliveries: 5, allocations: 1), figures(deliveries: 5, allocations: 1))
    #expect(all.notChecked.isEmpty && all.cells.map(\.check) == [.exact, .allocations])
  }

  @Test func trialsThatTheBaselineHasNotAreCountedInBothTables() throws {
    let (before, after) = (
      try figures(deliveries: 5, allocations: 1, on: ["chat"]),
      try figures(deliveries: 5, allocations: 1, on: ["chat", "uart", "steady"])
    )
    let old = GateBaseline(
      suite: before.suite, toolchain: "any", exact: before.exact,
      allocations: ExactTable(metrics: ["allocations_per_update"]))
    #expect(
      try judgement(old, after).notChecked == [
        "3 trials that the baseline does not have; '\(ProgramName.text) gate accept' adds them"
      ])
  }

  /// What decides is compared before any figure is.
  @Test func baselineOfAnotherSuiteIsRefused() throws {
    let before = try figures(deliveries: 5, allocations: 1)
    var suite = before.suite
    (suite.seeds, suite.hopNanoseconds) = ([2], 7)
    suite.allocations?.seed = 9
    // Cells that come and go are found one by one.
    (suite.strategies, suite.workloads) = ("frame", "uart")
    suite.allocations?.strategies = "frame"
    suite.allocations?.workloads = "chat"
    let after = GateBaseline(
      suite: suite, toolchain: "any", exact: before.exact, allocations: before.allocations)
    #expect(
      throws: BenchError.badBaseline(
        folder: "baseline",
        cause: "was made by another suite, which differs in seeds, hopNanoseconds, "
          + "allocations.seed. Make it again with '\(ProgramName.text) gate accept'.")
    ) { try judgement(before, after) }
    (suite.seeds, suite.hopNanoseconds) = (before.suite.seeds, before.suite.hopNanoseconds)
    suite.allocations?.seed = 1
    let same = GateBaseline(
      suite: suite, toolchain: "any", exact: before.exact, allocations: before.allocations)
    #expect(try judgement(before, same).cells.count == 2)
  }

  @Test(arguments: ["exact.csv", "allocations.csv"])
  func figureThatTheBaselineLostIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    let whole = try figures(deliveries: 5, allocations: 1)
    try whole.write(to: folder.url)
    let file = folder.url.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let column = name == "exact.csv" ? "deliveries" : "allocations_per_update"
    let cut = text.split(separator: "\n").map { $0.hasPrefix("1,") ? $0.prefix { _ in true } : $0 }
    let lost = cut.map { line in
      line.hasPrefix("1,")
        ? String(line[...(line.lastIndex(of: ",") ?? line.startIndex)]) : String(line)
    }
    try (lost.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    let figure = name == "exact.csv" ? "5" : "1"
    #expect(
      throws: BenchError.badBaseline(
        folder: folder.url.path,
        cause: "is broken: \(name), line 2: it has no figure in the column \(column), where this "
          + "program has one: \(figure). Restore it ('git restore'): '\(ProgramName.text) gate accept' "
          + "would take over whatever got worse.")
    ) {
      try CheckResult(GateBaseline(folder: folder.url), whole, folder: folder.url.path)
    }
  }

  /// Of two figures, and of one.
  @Test func baselineIsReadAsItWasWritten() throws {
    let whole = try figures(deliveries: 5, allocations: 1, on: ["uart", "chat"])
    for baseline in [whole, without(whole)] {
      let folder = try TemporaryFolder()
      try baseline.write(to: folder.url.appendingPathComponent("new"))
      let read = try GateBaseline(folder: folder.url.appendingPathComponent("new"))
      #expect(read.suite == baseline.suite && read.toolchain == "any")
      #expect(read.exact == baseline.exact && read.allocations == baseline.allocations)
    }
    #expect(whole.trialCount == 3 && without(whole).trialCount == 2)
    #expect(whole.hasAllocations && !without(whole).hasAllocations)
    var earlier = try figures(deliveries: 7, allocations: 8)
    earlier.toolchain = "earlier"
    let kept = without(whole).keepingAllocations(of: earlier)
    #expect(kept.exact == whole.exact && kept.allocations == earlier.allocations)
    #expect(kept.toolchain == "earlier" && kept.suite == whole.suite)
  }

  /// What a baseline is refused for once `change` was made to its files.
  private func refusal(_ change: (TemporaryFolder) throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    try figures(deliveries: 5, allocations: 1).write(to: folder.url)
    try change(folder)
    let error = #expect(throws: BenchError.self) { try GateBaseline(folder: folder.url) }
    return (error?.description ?? "").replacing(folder.url.path + "/", with: "")
      .replacing(folder.url.path, with: "folder")
  }

  private func edit(_ name: String, _ old: String, _ new: String) -> (TemporaryFolder) throws ->
    Void
  {
    { folder in
      let file = folder.url.appendingPathComponent(name)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(old))
      _ = try folder.file(name, text.replacing(old, with: new))
    }
  }

  @Test func brokenBaselineIsNamedWithItsFile() throws {
    let advice =
      " Restore it ('git restore'): '\(ProgramName.text) gate accept' would take over whatever got worse."
    for (change, name, cause) in [
      (
        edit("exact.csv", "1,uart,naive,1,ok,5\n", ""), "exact.csv",
        "it has 0 rows where 1 were written."
      ),
      (
        edit("exact.csv", ",deliveries", ",latency_p50_ms"), "exact.csv",
        "it has other columns than suite.json says."
      ),
      (
        edit("allocations.csv", "allocations_per_update", "deliveries"), "allocations.csv",
        "it has other columns than suite.json says."
      ),
      (
        edit("suite.json", "\"schema\" : 1", "\"schema\" : 9"), "suite.json",
        "it is of schema 9, and this program reads schema 1."
      ),
      (edit("suite.json", "\"schema\"", "\"other\""), "suite.json", "it says no suite."),
      (
        edit("suite.json", "exact.csv", "other.csv"), "exact.csv",
        "it has 1 rows where 0 were written."
      ),
    ] {
      #expect(
        try refusal(change) == "The baseline in folder is broken: \(name): \(cause)\(advice)")
    }
    #expect(
      try refusal(edit("exact.csv", ",ok,5", ",ok,x"))
        == "The baseline in folder is broken: exact.csv, line 2: 'x' cannot stand in the column "
        + "deliveries.\(advice)")
  }

  @Test func baselineThatIsNotThereIsMissingAndAFileThatIsNotMakesItBroken() throws {
    func remove(_ name: String) throws -> String {
      try refusal { try FileManager.default.removeItem(atPath: $0.path(name)) }
    }
    #expect(
      try remove("suite.json")
        == "The baseline in folder is missing: suite.json: it is not there. "
        + "Make it with '\(ProgramName.text) gate accept'.")
    #expect(
      try remove("exact.csv").hasPrefix(
        "The baseline in folder is broken: exact.csv: it is not there. Restore it"))
    let folder = try refusal {
      try FileManager.default.removeItem(atPath: $0.path("exact.csv"))
      try FileManager.default.createDirectory(
        atPath: $0.path("exact.csv"), withIntermediateDirectories: false)
    }
    #expect(folder == "Cannot read exact.csv: is a directory.")
  }
}
