import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

/// Compares a program's figures with a stored baseline.
struct GateBaselineTests {
  /// Figures of `naive` on each of `workloads`.
  private func figures(
    deliveries: Double = 5, allocations: Double = 1, on workloads: [String] = ["uart"]
  ) throws -> GateBaseline {
    func table(_ metric: String, _ value: Double, _ workloads: [String]) -> ExactTable {
      var table = ExactTable(metrics: [metric])
      for workload in workloads {
        table.add(
          [metric: value], .ok, to: .init(cell: Cell("naive", workload), seed: 1), places: 6)
      }
      return table
    }
    return GateBaseline(
      suite: try .written(
        """
        { strategies: naive, workloads: "*", seeds: [1], metrics: [deliveries],
          allocations: { strategies: naive, workloads: uart } }
        """), toolchain: "any", exact: table("deliveries", deliveries, workloads),
      allocations: table("allocations_per_update", allocations, ["uart"]))
  }

  private func report(_ before: GateBaseline, _ after: GateBaseline) throws -> CheckResult {
    try CheckResult(before, after, folder: "baseline")
  }

  /// More allocations or a new combination do not count as another delivery pattern.
  @Test func changedDeliveryPatternIsDetected() throws {
    let before = try figures()
    #expect(try report(before, figures(deliveries: 4)).changedStrategies == ["naive"])
    let dearer = try report(before, figures(allocations: 2))
    #expect(dearer.findings.filter { $0.verdict == .regressed }.map(\.check) == [.allocations])
    #expect(dearer.changedStrategies.isEmpty)
    let new = try report(before, figures(on: ["uart", "chat", "steady"]))
    #expect(new.changedStrategies.isEmpty)
    #expect(
      new.notChecked == [
        "trials that the baseline lacks: 2 ('\(ProgramName.text) gate accept' adds them)"
      ])
  }

  private func without(_ baseline: GateBaseline) -> GateBaseline {
    var baseline = baseline
    baseline.allocations = nil
    return baseline
  }

  private func with(_ suite: ExactSuite, _ baseline: GateBaseline) -> GateBaseline {
    var baseline = baseline
    baseline.suite = suite
    return baseline
  }

  @Test func reasonIsGivenIfAllocationsAreNotCompared() throws {
    let left = "left out by --no-allocations"
    let (before, after) = (try figures(), try figures(allocations: 9))
    var old = before
    old.toolchain = "old"
    let uncounted = try ExactSuite.written(
      "{ strategies: naive, workloads: \"*\", seeds: [1], metrics: [deliveries] }")
    let never = without(with(uncounted, before))
    for (before, after, reason) in [
      (before, without(after), left), (without(before), without(after), left),
      (without(before), after, "the baseline has none"),
      (old, after, "counted with old in the baseline, but with any here"),
      (never, never, "not in the suite"),
    ] {
      let result = try report(before, after)
      #expect(result.notChecked == ["allocations: \(reason)"])
      #expect(result.findings.allSatisfy { $0.check == .exact && $0.verdict == .pass })
    }
  }

  /// Added and removed strategies and workloads are no reason to refuse a baseline; each is reported by itself.
  @Test func baselineOfAnotherSuiteIsRefused() throws {
    let before = try figures()
    func after(seeds: String, more: String = "") throws -> GateBaseline {
      let suite = try ExactSuite.written(
        """
        { strategies: frame, workloads: uart, seeds: \(seeds), metrics: [deliveries],
          allocations: { strategies: frame, workloads: chat\(more) } }
        """)
      return with(suite, before)
    }
    #expect(try report(before, after(seeds: "[1]")).findings.allSatisfy { $0.verdict == .pass })
    #expect(
      throws: BenchError.badBaseline(
        folder: "baseline",
        cause: "was made by another suite, which differs in seeds, hopNanoseconds, "
          + "allocations.seed. Recreate it with '\(ProgramName.text) gate accept'.")
    ) { try report(before, after(seeds: "[2], hop: 7ns", more: ", seed: 9")) }
  }

  /// A change that adds a metric to the suite cannot hide the worse figures that it stores.
  @Test func baselinesAreComparedInTheMetricsOfBoth() throws {
    let suite = try ExactSuite.written(
      """
      { strategies: naive, workloads: "*", seeds: [1], metrics: [latency_max_ms, deliveries],
        allocations: { strategies: naive, workloads: uart } }
      """)
    let (before, worse) = (try figures(), try figures(deliveries: 6))
    let after = with(suite, worse)
    #expect(throws: BenchError.self) { try report(before, after) }
    let found = try report(before.comparable(with: after), after.comparable(with: before))
    #expect(found.inBaseline(isRefused: false).findings.map(\.metric) == ["deliveries"])
  }

  @Test func baselineIsReadAsItWasWritten() throws {
    let whole = try figures(on: ["uart", "chat"])
    for baseline in [whole, without(whole)] {
      let folder = TemporaryFolder()
      try baseline.write(to: folder.url.appendingPathComponent("new"))
      let read = try GateBaseline(folder: folder.url.appendingPathComponent("new"))
      #expect(read.suite == baseline.suite && read.toolchain == "any")
      #expect(read.exact == baseline.exact && read.allocations == baseline.allocations)
    }
    #expect(whole.trialCount == 3 && without(whole).trialCount == 2)
  }

  private static let accept = "'\(ProgramName.text) gate accept'"

  private static func broken(_ place: String) -> String {
    "is broken: \(place) Restore it ('git restore'): \(accept) would hide regressions."
  }

  /// A file of the baseline, a part of its text, its replacement, and the error.
  @Test(arguments: [
    (
      "exact.csv", "1,uart,naive,1,ok,5\n", "",
      broken("exact.csv: its number of rows is 0, not 1.")
    ),
    (
      "exact.csv", ",deliveries", ",latency_p50_ms",
      broken("exact.csv: its columns differ from those in suite.json.")
    ),
    (
      "exact.csv", ",ok,5", ",ok,x",
      broken("exact.csv, line 2: invalid value 'x' in column 'deliveries'.")
    ),
    (
      "allocations.csv", "allocations_per_update", "deliveries",
      broken("allocations.csv: its columns differ from those in suite.json.")
    ),
    (
      "suite.json", "\"schema\"", "\"other\"",
      broken("suite.json: it does not describe a suite.")
    ),
    (
      "suite.json", "\"schema\" : 1", "\"schema\" : 0",
      "is from another version of this program: it has schema 0, not 1. "
        + "Recreate it with \(accept), in a commit of its own."
    ),
  ])
  func errorInABaselineIsReportedWithItsLocation(
    name: String, part: String, instead: String, cause: String
  ) throws {
    let folder = TemporaryFolder()
    try figures().write(to: folder.url)
    let text = try folder.text(name)
    #expect(text.contains(part))
    try folder.file(name, text.replacing(part, with: instead))
    #expect(throws: BenchError.badBaseline(folder: folder.url.path, cause: cause)) {
      try GateBaseline(folder: folder.url)
    }
  }

  /// The baseline is not reported as missing, because 'gate accept' would then overwrite it.
  @Test func baselineWithoutOneOfItsFilesIsBroken() throws {
    let folder = TemporaryFolder()
    try figures().write(to: folder.url)
    try FileManager.default.removeItem(atPath: folder.path("exact.csv"))
    let cause = Self.broken("exact.csv: not found.")
    #expect(throws: BenchError.badBaseline(folder: folder.url.path, cause: cause)) {
      try GateBaseline(folder: folder.url)
    }
  }
}

extension ExactSuite {
  /// The suite that `yaml` describes in a settings file.
  static func written(_ yaml: String) throws -> ExactSuite {
    try GateSettings("schema: 1\nexact: \(yaml)", file: "gate.yml").exact
  }
}
