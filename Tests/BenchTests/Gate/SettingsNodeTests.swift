@testable import BenchHarness
import Coalesce
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct SettingsNodeTests {
  private static let good = """
    schema: 1
    exact:
      strategies: "*"
      workloads: uart
      seeds: [1, 2]
      reload-cost: 8ms
      metrics: [deliveries]
    """

  private func error(_ text: String) -> String {
    do {
      _ = try GateSettings(SettingsNode(text, file: "gate.yml"))
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func everythingIsRead() throws {
    let settings = try GateSettings(SettingsNode(Self.good, file: "gate.yml"))
    #expect(settings.exact.strategies == "*")
    #expect(settings.exact.workloads == "uart")
    #expect(settings.exact.seeds == [1, 2])
    #expect(settings.exact.costs == CostModel(reload: .milliseconds(8)))
    #expect(settings.exact.hopNanoseconds == 50_000)
    #expect(settings.exact.metrics == ["deliveries"])
    #expect(settings.exact.allocations == nil)
  }

  @Test(arguments: [
    ("reload-cost", "relode-cost", "gate.yml:6:3: 'exact' has no key 'relode-cost'. Choose from:"),
    ("[1, 2]", "[1, two]", "gate.yml:5:14: an item of 'seeds' is 'two'. Give a whole number"),
    ("[1, 2]", "[1, 1]", "gate.yml:5:14: 'seeds' has '1' twice."),
    ("[1, 2]", "[]", "gate.yml:5:10: 'seeds' is empty. Give at least one."),
    ("[1, 2]", "1", "gate.yml:5:10: 'seeds' is '1'. Give a list."),
    ("8ms", "8", "gate.yml:6:16: 'reload-cost' is '8'. Give a duration"),
    ("8ms", "[8ms]", "gate.yml:6:16: 'reload-cost' is a list. Give a duration"),
    ("[deliveries]", "[speed]", "gate.yml:7:13: there is no metric 'speed'."),
    ("[deliveries]", "[updates]", "gate.yml:7:13: 'updates' is neither good nor bad"),
    ("schema: 1", "schema: 2", "gate.yml:1:9: it is written for another version of bench"),
    ("  workloads: uart\n", "", "gate.yml:3:3: 'workloads' is missing."),
    ("workloads: uart", "strategies: uart", "twice"),
    ("seeds: [1, 2]", "seeds: [1, 2", "it is not valid YAML: "),
  ])
  func whatIsWrongIsNamedWithItsPlace(part: String, instead: String, message: String) {
    let text = Self.good.replacing(part, with: instead)
    #expect(text != Self.good)
    #expect(error(text).contains(message), "\(error(text))")
  }

  @Test func emptyFileIsRefused() {
    #expect(error("") == "gate.yml: it is empty.")
    #expect(error("just text").contains("the file is 'just text'. Give keys with values."))
  }

  @Test(arguments: [("5%", 0.05), ("0.05", 0.05), ("100%", 1.0), ("0", 0.0)])
  func shareIsReadAsNumberOrPercentage(text: String, share: Double) throws {
    #expect(try SettingsNode(text, file: "f").share() == share)
  }

  @Test(arguments: ["101%", "-1%", "five", "nan"])
  func whatIsNoShareIsRefused(text: String) throws {
    #expect(throws: BenchError.self) { try SettingsNode(text, file: "f").share() }
  }

  /// A package's own strategies, and all workloads that virtual time can run.
  @Test(arguments: [["mine", "yours"], []])
  func settingsToBeginWithCanBeRun(own: [String]) throws {
    let entries = own.map { name in
      StrategyEntry.coalescing(name, origin: "", summary: "") { _ in .nextPass }
    }
    let registry = Registry(.standard + entries, .standard)
    let text = GateSettings.initial(registry, standard: Set([StrategyEntry].standard.map(\.name)))
    let settings = try GateSettings(SettingsNode(text, file: "gate.yml"))
    #expect(settings.exact.strategies == (own.isEmpty ? "*" : own.joined(separator: ",")))
    #expect(!(try settings.exact.runs(registry)[0].workloads.isEmpty))
    #expect(settings.paired?.cells.count ?? 0 == own.count * 2)
    try settings.paired?.check(registry)
  }

  private static let costs =
    "reload-cost: 1ms, row-change-cost: 2ms, content-cost: 3ms, visible-rows: 4, "
    + "visible-row-cost: 5ms, latency-price: 0.6"

  @Test func everyKeyIsReadWhereItIsGiven() throws {
    let text = """
      schema: 1
      exact: { strategies: naive, workloads: uart, seeds: [3], hop: 70us, metrics: [deliveries],
        \(Self.costs),
        allocations: { strategies: frame, workloads: chat, seed: 8, \(Self.costs) } }
      """
    let suite = try GateSettings(SettingsNode(text, file: "gate.yml")).exact
    let costs = CostModel(
      reload: .milliseconds(1), visibleRow: .milliseconds(5), visibleRows: 4,
      rowChange: .milliseconds(2), content: .milliseconds(3), latencyPrice: 0.6)
    #expect(suite.costs == costs && suite.hopNanoseconds == 70_000 && suite.seeds == [3])
    let counted = try #require(suite.allocations)
    #expect(counted.costs == costs && counted.seed == 8)
    #expect(counted.strategies == "frame" && counted.workloads == "chat")
    let usual = try GateSettings(
      SettingsNode(
        Self.good + "\n  allocations: { strategies: naive, workloads: uart }", file: "gate.yml"))
    #expect(usual.exact.allocations?.seed == 1)
    #expect(usual.exact.allocations?.costs == CostModel() && usual.paired == nil)
  }

  /// What is run is what the suite says, and nothing that the program does otherwise.
  @Test func suiteIsRunAsItSays() throws {
    let text = """
      { strategies: "naive,frame", workloads: uart, seeds: [3, 4], hop: 70us, metrics: [deliveries],
        reload-cost: 9ms,
        allocations: { strategies: frame, workloads: steady, seed: 8, reload-cost: 7ms } }
      """
    let suite = try ExactSuite(SettingsNode(text, file: "f"))
    let registry = Registry(.standard, .standard)
    let runs = try suite.runs(registry)
    #expect(runs.map(\.seed) == [3, 4])
    for run in runs {
      #expect(run.strategies.map(\.key) == ["naive", "frame"])
      #expect(run.workloads.map(\.key) == ["uart"])
      #expect(run.hop == .microseconds(70) && run.costs == CostModel(reload: .milliseconds(9)))
    }
    let counted = try #require(suite.allocations).run(registry)
    #expect(
      counted.strategies.map(\.key) == ["frame"] && counted.workloads.map(\.key) == ["steady"])
    #expect(counted.seed == 8 && counted.costs == CostModel(reload: .milliseconds(7)))
    #expect(counted.pin && counted.countsAllocations)
  }

  private func without(
    _ strategies: String, _ workloads: String, was: [Cell], counted: [Cell]? = nil
  ) throws -> [String] {
    let lists = "strategies: \"\(strategies)\", workloads: \"\(workloads)\""
    let suite = try ExactSuite(
      SettingsNode(
        "{ \(lists), seeds: [1], metrics: [deliveries], allocations: { \(lists) } }", file: "f"))
    func table(_ cells: [Cell]) -> ExactTable {
      var table = ExactTable(metrics: ["deliveries"])
      for cell in cells { table.add([:], .ok, to: .init(cell: cell, seed: 1), places: 0) }
      return table
    }
    let left = suite.withoutGone(
      since: GateBaseline(suite: suite, exact: table(was), allocations: counted.map(table)),
      Registry(.standard, .standard))
    let allocations = try #require(left.allocations)
    #expect(allocations.strategies == left.strategies && allocations.workloads == left.workloads)
    return [left.strategies, left.workloads]
  }

  @Test func namesThatTheBaselineHasAndTheProgramHasNotAreLeftOut() throws {
    let was = [Cell("gone:a=1", "uart"), Cell("naive", "old:b=2")]
    #expect(
      try without("naive, gone:a=1,frame", "old:b=2,uart, old", was: was)
        == ["naive,frame", "uart"])
    // Those that neither has are refused when the suite is run.
    #expect(try without("naive,never", "uart,never", was: was) == ["naive,never", "uart,never"])
    // Of what allocates, too.
    #expect(
      try without("naive,gone", "uart,old", was: [], counted: was) == ["naive", "uart"])
    // A list stays of which nothing would be left.
    #expect(try without("gone", "old", was: was) == ["gone", "old"])
  }

  @Test(arguments: [
    ("visible-rows", "0", "-1"), ("visible-rows", "10000", "10001"),
    ("latency-price", "0", "-0.1"), ("latency-price", "1000000", "1000001"),
    ("content-cost", "60s", "60001ms"), ("hop", "60s", "60001ms"), ("reload-cost", "0ms", "-1ms"),
  ])
  func rangesEndWhereTheyEnd(key: String, last: String, beyond: String) {
    #expect(
      error("\(Self.good)\n  \(key): \(last)".replacing("  reload-cost: 8ms\n", with: "")) == "none"
    )
    let said = error(
      "\(Self.good)\n  \(key): \(beyond)".replacing("  reload-cost: 8ms\n", with: ""))
    #expect(said.contains("'\(key)' is '\(beyond)'. Give a"), "\(said)")
  }

  @Test(arguments: [
    ("strategies: \"*\"", "strategies: \"\"", "'strategies' is ''. Give text."),
    ("strategies: \"*\"", "strategies: { a: b }", "'strategies' is keys. Give text."),
    ("[1, 2]", "[1, -1]", "an item of 'seeds' is '-1'. Give a whole number from 0 to"),
    ("[1, 2]", "{ a: 1 }", "'seeds' is keys. Give a list."),
    ("[1, 2]", "[[1], [1]]", "an item of 'seeds' is a list. Give a whole number"),
    ("[1, 2]", "[]", "'seeds' is empty. Give at least one."),
    ("[deliveries]", "[cpu_main_ms]", "'cpu_main_ms' exists in real time only"),
    (
      "[deliveries]", "[allocations_per_update]",
      "'allocations_per_update' exists in real time only"
    ),
    ("[deliveries]", "[deliveries, deliveries]", "'metrics' has 'deliveries' twice."),
    ("schema: 1", "scheme: 1", "the file has no key 'scheme'. Choose from: schema, exact, paired."),
    ("schema: 1", "schema: 1\nschema: 1", "it is not valid YAML: it has schema twice."),
    ("schema: 1\n", "", "gate.yml:1:1: 'schema' is missing."),
    ("schema: 1", "schema: 1\n[a]: 1", "the file has no key '?'."),
    ("schema: 1", "schema: x", "'schema' is 'x'. Give a whole number from 0 to"),
  ])
  func whatIsOfAnotherKindIsRefused(part: String, instead: String, message: String) {
    let text = Self.good.replacing(part, with: instead)
    #expect(text != Self.good && error(text).contains(message), "\(error(text))")
  }

  @Test func fileThatIsNoneIsNamedAndHowToNameAnother() throws {
    let folder = try TemporaryFolder()
    func error(_ name: String) -> BenchError? {
      #expect(throws: BenchError.self) { try GateSettings(path: folder.path(name)) }
    }
    #expect(
      error("missing")
        == .badSettings(
          file: folder.path("missing"), line: nil, column: nil,
          cause: "it cannot be read: no such file or folder. Name it with --settings."))
    try Data([0xff, 0xfe]).write(to: folder.url.appendingPathComponent("binary"))
    #expect(
      error("binary")
        == .badSettings(
          file: folder.path("binary"), line: nil, column: nil,
          cause: "it is not text in UTF-8. Name it with --settings."))
    _ = try folder.file("gate.yml", Self.good)
    #expect(try GateSettings(path: folder.path("gate.yml")).exact.seeds == [1, 2])
  }

  @Test func settingsToBeginWithSayWhatThePackageHas() throws {
    func entry(_ name: String, isRealTimeOnly: Bool = false) -> StrategyEntry {
      StrategyEntry(
        name: name, origin: "", summary: "", delivery: .reload, isRealTimeOnly: isRealTimeOnly
      ) { _, _, _ in preconditionFailure("It is not run.") }
    }
    let mine = [entry("mine"), entry("real", isRealTimeOnly: true)]
    func initial(_ strategies: [StrategyEntry], _ workloads: [Workload] = .standard) -> String {
      GateSettings.initial(Registry(strategies, workloads), standard: ["theirs"])
    }
    let head = """
      # What '\(ProgramName.text) gate' checks.
      schema: 1

      # In virtual time, for equality with the baseline. What your view costs: 'reload-cost: 8ms'.
      exact:
        strategies: mine
        workloads: "*"
        seeds: [1]
        metrics:
          - deliveries
          - latency_p50_ms
          - latency_p99_ms
          - latency_max_ms
          - latency_mean_ms
          - main_busy_share
          - longest_block_ms
          - cost_ratio
          - lost_updates
          - out_of_order_updates

      """
    #expect(
      initial(mine + [entry("theirs")], .standard.filter { $0.name == "steady" }) == head + """

        # Two builds in turns, in real time: 'gate --against OTHER-BUILD'.
        paired:
          reload-cost: 1ms
          cells:
            - { strategy: mine, workload: "steady:rate=500:duration=60ms" }
            - { strategy: real, workload: "steady:rate=500:duration=60ms" }

        """)
    #expect(initial(mine, .standard.filter { $0.name == "uart" }) == head)
    #expect(initial([entry("theirs")]) == head.replacing(": mine", with: ": \"*\""))
    let real = initial([entry("real", isRealTimeOnly: true)])
    #expect(real.contains("strategies: \"*\"") && real.contains("{ strategy: real, "))
  }
}
