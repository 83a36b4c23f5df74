import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct GateSettingsTests {
  private static let good = """
    schema: 1
    exact:
      strategies: "*"
      workloads: uart
      seeds: [1, 2]
      reload-cost: 8ms
      metrics: [deliveries]
    paired:
      cells:
        - { strategy: naive, workload: uart }
        - { strategy: frame, workload: uart }
      screen-level: 0.05
    """

  private static func read(_ text: String) throws -> GateSettings {
    try GateSettings(text, file: "gate.yml")
  }

  @Test func missingKeysHaveDefaults() throws {
    let settings = try Self.read(Self.good)
    let exact = settings.exact
    #expect(exact.strategies == "*" && exact.workloads == "uart" && exact.seeds == [1, 2])
    #expect(exact.costs == CostModel(reload: .milliseconds(8)) && exact.metrics == ["deliveries"])
    #expect(exact.hopNanoseconds == 50_000 && exact.allocations == nil)
    var paired = PairedSuite([Cell("naive", "uart"), Cell("frame", "uart")])
    paired.quickCells = 2
    #expect(settings.paired == paired)
  }

  @Test func everyKeyIsRead() throws {
    let costs =
      "reload-cost: 1ms, row-change-cost: 2ms, content-cost: 3ms, visible-rows: 4, "
      + "visible-row-cost: 5ms, latency-price: 0.6"
    let settings = try Self.read(
      """
      schema: 1
      exact: { strategies: naive, workloads: uart, seeds: [3], hop: 70us, metrics: [deliveries],
        \(costs), allocations: { strategies: frame, workloads: chat, seed: 8, \(costs) } }
      paired: { cells: [{ strategy: s, workload: w }, { strategy: t, workload: w }], \(costs),
        seed: 7, quick-cells: 1, screen-blocks: 9, confirm-blocks: 21, confirmed-cells: 4,
        screen-level: 0.04, confirm-level: 0.02, steady-variation: 7%,
        metrics: [{ name: latency_p50_ms, tolerance: 11%, noisy-tolerance: 0.22 },
          { name: heartbeat_share }] }
      """)
    let model = CostModel(
      reload: .milliseconds(1), visibleRow: .milliseconds(5), visibleRows: 4,
      rowChange: .milliseconds(2), content: .milliseconds(3), latencyPrice: 0.6)
    let (exact, counted) = (settings.exact, try #require(settings.exact.allocations))
    #expect(exact.costs == model && exact.hopNanoseconds == 70_000 && exact.seeds == [3])
    #expect(counted.costs == model && counted.seed == 8)
    #expect(counted.strategies == "frame" && counted.workloads == "chat")
    var paired = PairedSuite([Cell("s", "w"), Cell("t", "w")])
    (paired.seed, paired.quickCells, paired.confirmedCells, paired.costs) = (7, 1, 4, model)
    (paired.screenBlocks, paired.confirmBlocks) = (9, 21)
    (paired.screenLevel, paired.confirmLevel, paired.steadyVariation) = (0.04, 0.02, 0.07)
    var (latency, heartbeat) = (PairedSuite.Figure(), PairedSuite.Figure())
    (latency.metric, latency.tolerance, latency.noisyTolerance) = (.latencyP50, 0.11, 0.22)
    heartbeat.metric = .heartbeatShare
    paired.metrics = [latency, heartbeat]
    #expect(settings.paired == paired)
  }

  /// A part of a good file, its replacement, and the error message.
  @Test(arguments: [
    (
      "reload-cost", "relode-cost",
      "exact.relode-cost: unknown key. Known: strategies, workloads, seeds, hop, metrics, "
        + "allocations, reload-cost, row-change-cost, content-cost, visible-rows, "
        + "visible-row-cost, latency-price."
    ),
    ("schema: 1", "scheme: 1", "scheme: unknown key. Known: schema, exact, paired, accepted."),
    ("  workloads: uart\n", "", "exact.workloads: missing."),
    ("schema: 1\n", "", "schema: missing."),
    (
      "schema: 1", "schema: 2",
      "schema: it is for another version of bench; this version reads schema 1."
    ),
    ("strategies: \"*\"", "strategies: \"\"", "exact.strategies: give text, not ''."),
    ("[1, 2]", "[1, two]", "exact.seeds: give a list of whole numbers."),
    ("[1, 2]", "[]", "exact.seeds: empty; give at least one."),
    ("8ms", "8", "exact.reload-cost: give a duration of at most 60s, as in 2ms, not '8'."),
    (
      "[deliveries]", "[speed]",
      "exact.metrics: 'speed' is not a metric that the exact check can judge. "
        + "Results/README.md lists the metrics."
    ),
    (
      "schema: 1",
      "schema: 1\naccepted: [{ strategy: a, workload: b, metric: c, reason: d, up-to: 5%, "
        + "until: 2027-02-30 }]",
      "accepted.1.until: give a date such as 2027-01-31, not '2027-02-30'."
    ),
    (
      "workload: uart }\n    - { strategy: frame", "workload: uart }\n    - { strategy: naive",
      "paired.cells: 'naive on uart' is listed twice."
    ),
    (
      "screen-level: 0.05", "metrics: [{ name: updates }]",
      "paired.metrics.1.name: 'updates' is not a metric that the paired check can judge. "
        + "Results/README.md lists the metrics."
    ),
  ])
  func badSettingIsReportedWithItsKey(part: String, instead: String, message: String) throws {
    #expect(Self.good.contains(part))
    let text = Self.good.replacing(part, with: instead).replacing("screen-level: 0.05", with: "")
    #expect(throws: BenchError.badSettings(file: "gate.yml", line: nil, cause: message)) {
      try Self.read(text)
    }
  }

  @Test(arguments: [
    ("seeds: [1, 2]", "seeds: [1, 2", 6, "it is not valid YAML: "),
    ("workloads: uart", "strategies: uart", 3, "it is not valid YAML: it has strategies twice."),
  ])
  func invalidYAMLIsReportedWithItsLine(part: String, instead: String, line: Int, cause: String) {
    let error = #expect(throws: BenchError.self) {
      try Self.read(Self.good.replacing(part, with: instead))
    }
    let said = error?.description ?? ""
    #expect(said.hasPrefix("gate.yml, line \(line): \(cause)"), "\(said)")
  }

  /// A key, its last allowed value, and the next one.
  @Test(arguments: [
    ("seed", "0", "-1"), ("quick-cells", "1", "0"), ("quick-cells", "2", "3"),
    ("screen-blocks", "6", "5"), ("confirm-blocks", "8", "7"), ("confirmed-cells", "100", "101"),
    ("screen-level", "0.000001", "0.0000009"), ("screen-level", "0.5", ".nan"),
    ("confirm-level", "0.5", "0.51"), ("steady-variation", "100%", "1.01"),
    ("visible-rows", "10000", "10001"), ("latency-price", "0", "-0.1"),
  ])
  func rangeLimitsAreChecked(key: String, last: String, beyond: String) throws {
    func read(_ value: String) throws {
      _ = try Self.read(Self.good.replacing("screen-level: 0.05", with: "\(key): \(value)"))
    }
    try read(last)
    let error = #expect(throws: BenchError.self) { try read(beyond) }
    let said = error?.description ?? ""
    #expect(
      said.hasPrefix("gate.yml: paired.\(key): give a ") && said.hasSuffix(", not '\(beyond)'."),
      "\(said)")
  }

  /// Entries that can accept nothing, whatever is run.
  @Test(arguments: [
    ("naiv", "*", "*", "Unknown strategy: 'naiv'. Choose from: naive, frame"),
    ("frame,naiv", "*", "*", "Unknown strategy: 'naiv'."),
    ("*", "uartt", "*", "Unknown workload: 'uartt'. Choose from: uart, 1000 updates."),
    (
      "*", "*", "cpu", "Unknown metric: 'cpu'. Choose from: cpu_main_per_delivery_us, instructions_"
    ),
    ("*", "uart", "instructions_*", "'instructions_* of * on uart' is not a valid entry."),
    ("nai*", "uart", "cpu_*", ""), ("throttle", "uart, 1000 updates", "*", ""),
    ("*", "*", "instr*cycle", ""),
  ])
  func acceptedNameThatMatchesNothingIsRefused(
    strategy: String, workload: String, metric: String, cause: String
  ) throws {
    let settings = try Self.read(
      Self.good + """

        accepted:
          - { strategy: "\(strategy)", workload: "\(workload)", metric: "\(metric)", up-to: 150%,
              until: 2027-01-31, reason: why }
        """)
    for isExact in [true, false] {
      var said = ""
      do {
        try settings.check(Registry(.standard, .standard), exact: isExact)
      } catch {
        said = "\(error)"
      }
      #expect(said.hasPrefix(cause.isEmpty ? "" : "gate.yml: accepted.1: \(cause)"), "\(said)")
      #expect(said.isEmpty == cause.isEmpty)
    }
  }

  /// The rest of the file stays as it was.
  @Test(arguments: [
    "", "\naccepted:\n- { \(entry) }\n", "\naccepted: # why\n\n    - { \(entry) }\n# end\n",
  ])
  func linesAreAddedToTheSettings(end: String) throws {
    let text = Self.good + end
    let line = "- { \(Self.entry.replacing("frame", with: "naive")) }"
    let new = try GateSettings.adding([line], to: text, file: "gate.yml")
    #expect(try Self.read(new).accepted.map(\.strategy).sorted().last == "naive")
    let kept = new.split(separator: "\n").filter { !$0.hasSuffix(line) }
    #expect(
      kept.filter { !$0.contains("accepted") }
        == text.split(separator: "\n").filter { !$0.contains("accepted") })
  }

  private static let entry =
    "strategy: frame, workload: uart, metric: cpu_*, up-to: 5%, until: 2027-01-31, reason: why"

  @Test func listInBracketsIsLeftToTheUser() throws {
    #expect(throws: BenchError.self) {
      try GateSettings.adding(
        ["- { \(Self.entry) }"], to: Self.good + "\naccepted: [{ \(Self.entry) }]", file: "f")
    }
  }

  @Test func unusableFileIsReportedWithItsCause() throws {
    let folder = TemporaryFolder()
    try Data([0xff, 0xfe]).write(to: folder.url.appendingPathComponent("binary"))
    let advice = "Name it with --settings, or start with '\(ProgramName.text) gate --init'."
    for (name, text, cause) in [
      ("missing", nil, "not found. \(advice)"),
      ("binary", nil, "it has no keys with values."),
      ("empty", "", "it has no keys with values."),
      ("text", "just text", "it has no keys with values."),
    ] {
      if let text { try folder.file(name, text) }
      #expect(
        throws: BenchError.badSettings(file: folder.path(name), line: nil, cause: cause)
      ) { try GateSettings(path: folder.path(name)) }
    }
  }

  /// The suite determines every setting; the program's own defaults do not apply.
  @Test func suiteDeterminesEverySettingOfItsRuns() throws {
    let suite = try ExactSuite.written(
      """
      { strategies: "naive,frame", workloads: uart, seeds: [3, 4], hop: 70us, metrics: [deliveries],
        reload-cost: 9ms,
        allocations: { strategies: frame, workloads: steady, seed: 8, reload-cost: 7ms } }
      """)
    let registry = Registry(.standard, .standard)
    let runs = try suite.runs(registry)
    #expect(runs.map(\.seed) == [3, 4])
    for run in runs {
      #expect(run.strategies.map(\.key) == ["naive", "frame"])
      #expect(run.workloads.map(\.key) == ["uart"])
      #expect(run.hop == .microseconds(70) && run.costs == CostModel(reload: .milliseconds(9)))
    }
    let counted = try #require(try suite.allocations?.run(registry))
    #expect(
      counted.strategies.map(\.key) == ["frame"] && counted.workloads.map(\.key) == ["steady"])
    #expect(counted.seed == 8 && counted.costs == CostModel(reload: .milliseconds(7)))
    #expect(counted.pin && counted.countsAllocations)
  }

  @Test func initialSettingsFitThePackageAndAreValid() throws {
    let mine = StrategyEntry.coalescing("mine", origin: "", summary: "") { _ in .nextPass }
    let standard = [StrategyEntry].standard
    let registry = Registry(standard + [mine], .standard.filter { $0.name == "steady" })
    let text = GateSettings.initial(registry, counted: [])
    #expect(text.contains("  strategies: mine\n") && text.contains("    - deliveries\n"), "\(text)")
    let read = try Self.read(text)
    try read.paired?.check()
    try read.check(registry, exact: true)
    #expect(
      read.paired?.metrics.map(\.metric)
        == [.cpuMainPerDelivery, .cpuMainPerUpdate, .latencyP50])
    let none = GateSettings.initial(Registry(standard, .standard), counted: [])
    #expect(none.contains("strategies: \"*\"") && !none.contains("paired"))
    #expect(try Self.read(none).exact.strategies == "*")
  }

  /// Workloads that are too long, or too short for a median, would only make each gate slow or undecided.
  @Test func initialSettingsHaveAllocationsAndOwnWorkloads() throws {
    func load(_ name: String, updates: Int, seconds: Int) -> Workload {
      Workload(name, origin: "", summary: "", parameters: [.count("size", updates, "")]) {
        context in
        var updates = PlannedUpdates()
        for number in 0..<context.count("size") {
          updates.append(atNanoseconds: UInt64(number) * 1_000, row: number, kind: .insert)
        }
        return TrialPlan(updates: updates, duration: .seconds(seconds), costs: context.costs)
      }
    }
    let mine = StrategyEntry.coalescing("mine", origin: "", summary: "") { _ in .nextPass }
    let (entries, workloads) = ([StrategyEntry].standard, [Workload].standard)
    let registry = Registry(
      entries + [mine],
      workloads + [
        load("chat", updates: 24, seconds: 5), load("long", updates: 24, seconds: 6),
        load("short", updates: 23, seconds: 1),
      ])
    let settings = try Self.read(GateSettings.initial(registry, counted: ["mine"]))
    try settings.check(registry, exact: true)
    let allocations = try #require(settings.exact.allocations)
    #expect(allocations.strategies == "mine")
    #expect(try allocations.run(registry).workloads.map(\.key) == ["complete-all:updates=5000"])
    let cells = try #require(settings.paired?.cells)
    #expect(cells.map { $0.workload.prefix { $0 != ":" } } == ["steady", "complete-all", "chat"])
    #expect(settings.paired?.quickCells == 2)
  }

  /// The settings of this package and of the example.
  @Test(arguments: ["Results/gate.yml", "Examples/CustomStrategy/Results/gate.yml"])
  func committedSettingsAreValidAndPlanEnoughUpdates(path: String) throws {
    let file = PackageFolder.url.appending(path: path)
    let suite = try #require(try GateSettings(path: file.path).paired)
    try suite.check()
    // A median takes 20 updates. With Poisson arrivals averaging 24, one full run in five ended UNKNOWN, because a
    // single trial with too few updates costs its whole block.
    for cell in suite.cells {
      for seed in 1...100 as ClosedRange<UInt64> {
        let updates = try TrialPlan.of(cell.workload, seed: seed).updates.count
        #expect(updates >= 24, "\(cell.workload), seed \(seed)")
      }
    }
  }
}
