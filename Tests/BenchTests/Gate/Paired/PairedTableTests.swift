@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct PairedTableTests {
  private let folder: TemporaryFolder
  private var pair = SyntheticPair()

  init() throws { folder = try TemporaryFolder() }

  @Test mutating func whatIsWrittenIsReadBack() throws {
    var evidence = pair.evidence()
    evidence.trials[3].outcome = .void
    evidence.trials[3].detail = "late, by \"6\" ms"
    evidence.trials[3].values = [:]
    for index in evidence.trials.indices {
      evidence.trials[index].values = evidence.trials[index].values.mapValues { $0.rounded() }
    }
    var written = PairedEvidence(settings: evidence.settings)
    try written.begin(in: folder.url)
    for trial in evidence.trials.prefix(40) { try written.append(trial, in: folder.url) }
    evidence.trials = Array(evidence.trials.prefix(40))
    #expect(written == evidence)
    #expect(try PairedEvidence(folder.url) == evidence)
    #expect(!PairedEvidence.isComplete(in: folder.url))
  }

  @Test mutating func rowThatWasCutOffIsIgnored() throws {
    let evidence = pair.evidence()
    let text = evidence.header + evidence.line(evidence.trials[0]) + "1,screen,stra"
    #expect(try PairedEvidence.trials(text, file: "f").count == 1)
  }

  @Test mutating func trialThatStandsThereTwiceIsRefusedWithItsLine() throws {
    let evidence = pair.evidence()
    let lines = evidence.trials.prefix(2).map(evidence.line)
    let text = evidence.header + lines.joined() + lines[0]
    let error = #expect(throws: BenchError.self) { try PairedEvidence.trials(text, file: "f") }
    guard case .badResults("f", 4, let cause) = error else {
      Issue.record("not line 4: \(String(describing: error))")
      return
    }
    #expect(cause.contains("line 2"))
  }

  @Test mutating func linesAreCountedAsTheyStandInTheFile() throws {
    var evidence = pair.evidence()
    evidence.trials[0].outcome = .void
    evidence.trials[0].detail = "first line\nsecond line"
    let lines = evidence.trials.prefix(2).map(evidence.line)
    let text = evidence.header + lines.joined() + lines[1]
    #expect(
      throws: BenchError.badResults(
        file: "f", line: 5, cause: "it holds the same trial as line 4. Remove one of the two.")
    ) { try PairedEvidence.trials(text, file: "f") }
  }

  @Test(arguments: ["", "a,b\n1,2\n"])
  func foreignTableIsRefused(text: String) {
    #expect(throws: BenchError.self) { try PairedEvidence.trials(text, file: "f") }
  }

  @Test mutating func badRowIsRefusedWithItsLine() throws {
    let evidence = pair.evidence()
    let line = evidence.line(evidence.trials[0])
    for bad in [
      line.replacing("screen", with: "scream"), line.replacing(",ok,", with: ",fine,"),
      "9" + line.dropFirst(), line.replacing("base", with: "both"),
    ] {
      let error = #expect(throws: BenchError.self) {
        try PairedEvidence.trials(evidence.header + line + bad, file: "f")
      }
      guard case .badResults("f", 3, _) = error else {
        Issue.record("not line 3: \(String(describing: error))")
        continue
      }
    }
  }

  @Test mutating func damagedEvidenceIsNamedWithItsPlaceAndIsNoWrongOption() throws {
    let evidence = pair.evidence()
    #expect(!PairedEvidence.lies(in: folder.url))
    var written = PairedEvidence(settings: evidence.settings)
    try written.begin(in: folder.url)
    #expect(PairedEvidence.lies(in: folder.url))
    try written.append(evidence.trials[0], in: folder.url)
    let trials = folder.url.appendingPathComponent("paired.csv")
    let good = try String(contentsOf: trials, encoding: .utf8)
    let last = try #require(good.lastIndex(of: ","))
    for figure in ["abc", "nan", "1e999"] {
      let damaged = String(good[...last]) + figure + "\n"
      try damaged.write(to: trials, atomically: true, encoding: .utf8)
      let error = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
      let name = evidence.settings.suite.metrics[0].name
      #expect(
        error
          == .badEvidence(
            file: trials.path, line: 2, cause: "'\(figure)' cannot stand in the column \(name)."))
      #expect(error?.isUsage == false)
    }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("settings.json"))
    let gone = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
    #expect(gone?.isUsage == false)
  }

  @Test mutating func settingsThatCannotHaveBeenAreRefused() throws {
    let changes: [(inout PairedSuite) -> Void] = [
      { $0.screenBlocks = -1 }, { $0.screenBlocks = .max }, { $0.confirmBlocks = .max },
      { $0.confirmedCells = -1 }, { $0.quickCells = -1 }, { $0.confirmLevel = 2 },
      { $0.screenBlocks = 1_001 }, { $0.confirmBlocks = 1_001 }, { $0.confirmBlocks = -1 },
      { $0.quickCells = 100_001 }, { $0.confirmedCells = 101 }, { $0.screenLevel = 1.01 },
      { $0.screenLevel = -0.01 }, { $0.confirmLevel = -0.01 }, { $0.steadyVariation = 1.01 },
      { $0.steadyVariation = -0.01 },
    ]
    for change in changes {
      var evidence = pair.evidence()
      change(&evidence.settings.suite)
      try evidence.begin(in: folder.url)
      let error = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
      #expect(error?.description.contains("settings.json: ") == true)
    }
  }

  @Test func folderWithoutEvidenceIsRefused() {
    #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
  }

  @Test mutating func verdictsHaveTheColumnsThatReadersExpect() {
    let evidence = pair.evidence()
    let text = evidence.table(PairedJudgement(evidence).verdicts())
    #expect(
      text.hasPrefix(
        "schema,suite,half,strategy,workload,metric,unit,estimate,low,high,floor,tolerance,verdict\n"
          + "1,full,paired,strategy-0,steady,cpu_main_per_delivery_us,µs,"))
  }

  @Test mutating func settingsAtTheEndsOfTheirRangesAreRead() throws {
    for suite in [
      { (suite: inout PairedSuite) in
        (suite.screenBlocks, suite.confirmBlocks) = (0, 0)
        (suite.quickCells, suite.confirmedCells) = (0, 0)
        (suite.screenLevel, suite.confirmLevel, suite.steadyVariation) = (0, 0, 0)
      },
      {
        ($0.screenBlocks, $0.confirmBlocks) = (1_000, 1_000)
        ($0.quickCells, $0.confirmedCells) = (100_000, 100)
        ($0.screenLevel, $0.confirmLevel, $0.steadyVariation) = (1, 1, 1)
      },
    ] {
      var evidence = pair.evidence()
      suite(&evidence.settings.suite)
      try evidence.begin(in: folder.url)
      #expect(try PairedEvidence(folder.url).settings == evidence.settings)
    }
  }

  @Test mutating func settingsOfAnotherSchemaAreRefused() throws {
    var evidence = pair.evidence()
    evidence.settings.schema = 2
    try evidence.begin(in: folder.url)
    let error = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
    let file = folder.path("settings.json")
    #expect(
      error
        == .badEvidence(
          file: file, line: nil, cause: "it has schema 2; this program reads 1."))
    _ = try folder.file("settings.json", "{}")
    let empty = #expect(throws: BenchError.self) { try PairedEvidence(folder.url) }
    #expect(
      empty?.description.hasPrefix("\(file): it holds no settings of the gate: ") == true,
      "\(String(describing: empty))")
  }

  @Test mutating func otherLimitsAreThoseThatWereGiven() {
    var evidence = pair.evidence()
    evidence.settings.suite.metrics.append(PairedMetric(name: "latency_p50_ms"))
    #expect(evidence.relaxed(alpha: nil, tolerance: nil) == evidence)
    let strict = evidence.relaxed(alpha: 0.2, tolerance: nil)
    #expect(strict.settings.suite.confirmLevel == 0.2)
    #expect(strict.settings.suite.metrics == evidence.settings.suite.metrics)
    let lenient = evidence.relaxed(alpha: nil, tolerance: 0.4)
    #expect(lenient.settings.suite.confirmLevel == evidence.settings.suite.confirmLevel)
    #expect(lenient.settings.suite.metrics.map(\.tolerance) == [0.4, 0.4])
    #expect(lenient.settings.suite.metrics.map(\.noisyTolerance) == [0.4, 0.4])
    #expect(lenient.trials == evidence.trials)
  }

  /// Writes all of `evidence` and its verdicts.
  private func write(_ evidence: PairedEvidence, verdicts: Bool = true) throws {
    var written = PairedEvidence(settings: evidence.settings)
    try written.begin(in: folder.url)
    for trial in evidence.trials { try written.append(trial, in: folder.url) }
    if verdicts { try evidence.write(PairedJudgement(evidence).verdicts(), to: folder.url) }
  }

  private func refusal() -> BenchError? {
    #expect(throws: BenchError.self) { try PairedEvidence(whole: folder.url) }
  }

  @Test mutating func verdictIsRepeatedOnlyWhereThereWasOne() throws {
    pair.changes = [0: 0.5]
    let evidence = pair.evidence()
    try write(evidence)
    let whole = try PairedEvidence(whole: folder.url)
    #expect(whole.trials.map(\.place) == evidence.trials.map(\.place))
    try write(evidence, verdicts: false)
    #expect(!PairedEvidence.isComplete(in: folder.url), "Begun anew, it has no verdict.")
    #expect(
      refusal()
        == .cannotCheck(
          what: folder.url.relativePath,
          cause: "its run was interrupted before it came to a verdict."))
    var shorter = evidence
    let gone = shorter.trials.remove(at: 5).place
    try write(shorter)
    #expect(
      refusal()
        == .badEvidence(
          file: folder.path("paired.csv"), line: nil,
          cause: "it lacks a trial of \(gone.cell.text) (screen, block \(gone.block))."))
    var failed = evidence
    (failed.trials[5].outcome, failed.trials[5].detail) = (.hung, "for good")
    try write(failed)
    #expect(
      refusal()
        == .cannotCheck(
          what: "the candidate's trial of strategy-0 on steady (screen, block 2)",
          cause: "it ended as hung: for good."))
  }

  /// One of the two tells.
  @Test func evidenceLiesWhereTrialsOrVerdictsDo() throws {
    #expect(!PairedEvidence.lies(in: folder.url))
    for name in ["paired.csv", "gate-cells.csv"] {
      let other = try TemporaryFolder()
      _ = try other.file(name, "")
      #expect(PairedEvidence.lies(in: other.url))
      #expect(PairedEvidence.isComplete(in: other.url) == (name == "gate-cells.csv"))
    }
  }

  @Test mutating func tableSaysWhetherItIsOfTheQuickSuite() {
    var evidence = pair.evidence()
    let verdict = PairedVerdict(
      strategy: "s", workload: "w", metric: "latency_p50_ms", verdict: .improved, estimate: -0.5,
      low: -0.75, high: -0.25, floor: 0.125, tolerance: 0.05, adjustedP: 0.001, blocks: 8,
      variation: nil, reason: "")
    for (isQuick, suite) in [(true, "quick"), (false, "full")] {
      evidence.settings.isQuick = isQuick
      #expect(
        evidence.table([verdict]).split(separator: "\n").last
          == "1,\(suite),paired,s,w,latency_p50_ms,ms,-0.5,-0.75,-0.25,0.125,0.05,IMPROVED")
    }
  }
}
