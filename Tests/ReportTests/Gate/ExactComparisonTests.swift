import Testing

@testable import BenchHarness
@testable import BenchReport

struct ExactComparisonTests {
  private typealias Figures = (deliveries: Double?, heartbeat: Double?)

  private static func table(
    _ rows: [(strategy: String, seed: UInt64, Figures)], outcome: Outcome = .ok
  ) -> ExactTable {
    var table = ExactTable(metrics: ["deliveries", "heartbeat_share"])
    for (strategy, seed, figures) in rows {
      let id = Trial.ID(Cell(strategy, "uart"), number: 1, seed: seed, time: .virtual)
      var trial = Trial(id, outcome: outcome, detail: "")
      trial.values["deliveries"] = figures.deliveries
      trial.values["heartbeat_share"] = figures.heartbeat
      table.add(trial, places: 6, Registry([], []))
    }
    return table
  }

  private static func table(_ figures: Figures) -> ExactTable { table([("naive", 1, figures)]) }

  private static func report(_ before: ExactTable, _ after: ExactTable) -> GateReport {
    let findings = ExactComparison(check: .exact, before: before, after: after).findings
    return GateReport(CheckResult(findings: findings))
  }

  /// Fewer deliveries are better, and a higher heartbeat share.
  @Test(
    arguments: [
      ((4, 0.5), (4, 0.5), .pass, []),
      ((4, 0.5), (5, 0.5), .regressed, ["deliveries: 4 -> 5, worse by 25 %"]),
      ((4, 0.5), (3, 0.5), .improved, ["deliveries: 4 -> 3, better by 25 %"]),
      ((4, 0.5), (4, 0.25), .regressed, ["heartbeat_share: 0.5 -> 0.25 share, worse by 50 %"]),
      (
        (4, 0.5), (3, 0.25), .regressed,
        [
          "heartbeat_share: 0.5 -> 0.25 share, worse by 50 %", "deliveries: 4 -> 3, better by 25 %",
        ]
      ),
      ((nil, 1), (4, 1), .regressed, ["deliveries: none -> 4, worse"]),
      ((4, 1), (nil, 1), .regressed, ["deliveries: 4 -> none, worse"]),
      ((4, 0.5), (4.000_000_1, 0.5), .pass, []),
      ((4, 0.5), (4.000_001, 0.5), .regressed, ["deliveries: 4 -> 4.000001, worse by 0.000025 %"]),
    ] as [((Double?, Double?), (Double?, Double?), Verdict, [String])])
  func figuresAreComparedExactlyAfterRounding(
    _ before: (Double?, Double?), _ after: (Double?, Double?), _ verdict: Verdict, _ texts: [String]
  ) {
    let report = Self.report(Self.table(before), Self.table(after))
    #expect(report.verdict == verdict && report.figures == 3, "The outcome is a figure, too.")
    #expect(report.remarks.flatMap(\.texts) == texts)
  }

  /// A trial that becomes ok is an improvement. A bad outcome never passes, except a trial discarded in both.
  @Test(arguments: Outcome.allCases, Outcome.allCases)
  func everyOutcomeIsCompared(_ old: Outcome, _ new: Outcome) {
    let tables = [old, new].map { Self.table([("naive", 1, (5, 1))], outcome: $0) }
    let report = Self.report(tables[0], tables[1])
    let isWell = new == .ok || new == .void && old == .void
    let good: Verdict = old == new ? .pass : .improved
    #expect(report.verdict == (new.isCutShort ? .failed : isWell ? good : .regressed))
    let text = "outcome: \(old.rawValue) -> \(new.rawValue)"
    #expect(report.remarks.flatMap(\.texts).contains(text) == (old != new && !new.isCutShort))
  }

  /// A change that fixes lost updates may make something else worse.
  @Test func figureThatGotWorseIsJudgedThoughUpdatesAreShownAgain() {
    let report = Self.report(
      Self.table([("naive", 1, (5, 1))], outcome: .lost), Self.table([("naive", 1, (9, 1))]))
    #expect(report.verdict == .regressed)
    #expect(
      report.remarks.flatMap(\.texts)
        == ["deliveries: 5 -> 9, worse by 80 %", "outcome: lost -> ok"])
  }

  @Test func newAndMissingTrialsAreNamed() {
    let seeds = Self.report(
      Self.table([("a", 1, (2, 1)), ("a", 2, (2, 1)), ("a", 3, (2, 1)), ("gone", 1, (2, 1))]),
      Self.table([("a", 1, (2, 1)), ("a", 2, (3, 1)), ("a", 4, (2, 1)), ("new", 1, (2, 1))]))
    #expect(seeds.combinations.map(\.cell.strategy) == ["a", "gone", "new"])
    #expect(seeds.figures == 6)
    #expect(seeds.combinations.map(\.verdict) == [.regressed, .regressed, .pass])
    #expect(
      seeds.remarks.flatMap(\.texts) == [
        "is gone (seed 3): it is in the baseline, but is no longer run",
        "deliveries (seed 2): 2 -> 3, worse by 50 %",
        "is new (seed 4): nothing to compare it with",
        "is gone: it is in the baseline, but is no longer run",
        "is new: nothing to compare it with",
      ])
  }

  @Test func tableIsReadAsItWasWritten() throws {
    let rows: [(String, UInt64, Figures)] = [
      ("throttle:interval=50ms", 10, (1.25, nil)), ("naive", 1, (3, 1)),
      ("throttle:interval=50ms", 2, (1.234_567_89, 0)),
    ]
    let table = Self.table(rows)
    #expect(try ExactTable(table.csv, file: "f") == table)
    #expect(
      table.csv == """
        schema,workload,strategy,seed,outcome,deliveries,heartbeat_share
        1,uart,naive,1,ok,3,1
        1,uart,throttle:interval=50ms,2,ok,1.234568,0
        1,uart,throttle:interval=50ms,10,ok,1.25,

        """)
  }

  /// The error for a table with one good row followed by `row`.
  private static func refusal(_ row: String, end: String = "\n") -> String {
    do {
      _ = try ExactTable(
        "schema,workload,strategy,seed,outcome,deliveries,latency_mean_ms\n"
          + "1,uart,frame,1,ok,3,1.5\n\(row)\(end)", file: "f")
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("1,uart,naive,1,ok,3,1", "\n", "nothing"), ("1,uart,naive,1,lost,3,", "\n", "nothing"),
    ("1,uart,naive,1,ok,3,12", "", "f, line 3: its last line is cut off."),
    ("1,uart,frame,1,ok,9,1.5", "\n", "f, line 3: it holds the same trial as line 2."),
    ("2,uart,naive,1,ok,3,1", "\n", "f, line 3: it has schema 2"),
    (
      "1,uart,naive,1,ok,3,nan", "\n", "f, line 3: invalid value 'nan' in column 'latency_mean_ms'."
    ),
    ("1,uart,naive,1,fine,3,1", "\n", "f, line 3: invalid value 'fine' in column 'outcome'."),
    ("1,uart,naive,1,ok,1,5,1", "\n", "f, line 3: it has a different number of fields"),
  ])
  func brokenRowIsRefusedWithItsLine(row: String, end: String, message: String) {
    #expect(Self.refusal(row, end: end).hasPrefix(message), "\(Self.refusal(row, end: end))")
  }

  @Test(arguments: ["", "a,b\n", "schema,workload,strategy,seed,outcome,x\n1,uart,naive,1,ok\n"])
  func brokenTableIsRefused(text: String) {
    #expect(throws: BenchError.self) { try ExactTable(text, file: "f") }
  }
}
